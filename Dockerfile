# One image for web, live, worker, beat and migrate (the last stage), and one for the proxy (--target proxy).
# What runs in them, and with which secrets, stands in docker-compose.yml; docs/operator.md, "Many machines".

FROM python:3.11.15-slim-bookworm AS packages
RUN python -m venv /packages
COPY requirements.lock /
RUN /packages/bin/pip install --no-cache-dir --disable-pip-version-check \
    --no-deps --require-hashes --only-binary :all: -r /requirements.lock \
    && /packages/bin/pip check


FROM caddy:2.11.7-alpine AS proxy
COPY deploy/Caddyfile /etc/caddy/Caddyfile
# Volumes that are new belong to whoever these folders belong to.
RUN mkdir -p /config/caddy /data/caddy && chown -R 1000:1000 /config /data
ENV HTTP_PORT=8080 HTTPS_PORT=8443
EXPOSE 8080 8443
USER 1000:1000


FROM python:3.11.15-slim-bookworm AS headtable
RUN groupadd --gid 10001 headtable \
    && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /headtable --shell /usr/sbin/nologin headtable
COPY --from=packages /packages /packages
ENV PATH=/packages/bin:$PATH PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 COLLECTED_STATIC=1
WORKDIR /headtable
COPY manage.py ./
COPY headtable.py ./
COPY pyproject.toml ./
COPY requirements.lock ./
COPY docs/export.schema.json docs/
COPY docs/season.schema.json docs/
COPY config config
COPY accounts accounts
COPY games games
COPY tournaments tournaments
COPY templates templates
COPY static static
COPY locale locale
# All belongs to root: the program can change nothing of itself. Collecting signs nothing, so this key is none;
# without one the program would make one and keep it in the image. A folder in memory, mounted at var/run, takes
# over this one's mode.
RUN python -m compileall -q . \
    && SECRET_KEY=none python manage.py collectstatic --no-input --verbosity 0 \
    && mkdir --mode 1777 var/run
USER 10001:10001
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s \
    CMD ["python", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:8000/healthz', timeout=4)"]
CMD ["python", "-m", "tournaments.management.processes.watch", "--page", "8000", "--", "gunicorn", "--config", "python:config.gunicorn", "--bind", "0.0.0.0:8000", "config.wsgi:application"]
