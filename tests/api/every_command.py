"""Every command of an evening and of a season, from the addresses of all subjects."""

from importlib import import_module

from config.urls import WITH_API
from tournaments.base.api.commands import Command

APIS = [import_module(f"{subject}.api") for subject in WITH_API]
OF_EVENINGS: list[Command] = [one for api in APIS for one in getattr(api, "OF_EVENINGS", ())]
OF_SEASONS: list[Command] = [one for api in APIS for one in getattr(api, "OF_SEASONS", ())]
