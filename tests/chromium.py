"""Where the system keeps Chromium. `python -m tests.chromium` prints the path, or fails."""

import os
import shutil
import sys

# The first is Chromium without the windows of a desktop: the same pages for two thirds of the work.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MACOS = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
HALL = "hall.example"
"""A name for this machine that browsers do not trust as they do localhost: as in the hall, by plain http."""
NOT_USED = (
    # Of two such switches the last one counts. These stand in Playwright's.
    *("AimEnabled", "AvoidCorsURLLoaderRestartOnRedirect", "AvoidUnnecessaryBeforeUnloadCheckSync"),
    *("DestroyProfileOnBrowserClose", "HttpsFirstBalancedModeAutoEnable", "HttpsUpgrades", "LensOverlay"),
    *("MediaRouter", "NetworkTimeServiceQuerying", "OptimizationHints", "PaintHolding", "PreconnectToSearch"),
    "ThirdPartyStoragePartitioning",
    # Pages of the address bar, and a process in advance: more work for each window than most of our pages.
    *("WebUIOmniboxAimPopup", "WebUIOmniboxPopup", "SpareRendererForSitePerProcess"),
)
"""Features of Chromium that are switched off."""
QUIET = (
    "--disable-background-networking",
    "--disable-component-update",
    f"--disable-features={','.join(NOT_USED)}",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
    f"--host-resolver-rules=MAP {HALL} 127.0.0.1",
)


def find() -> str | None:
    """Return the path of a Chromium, or None."""
    found = (shutil.which(name) for name in (*NAMES, MACOS))
    return next((path for path in found if path), None)


def arguments() -> list[str]:
    """Return the switches that keep Chromium from talking to anybody but our server."""
    return [*QUIET, "--no-sandbox"] if os.geteuid() == 0 else list(QUIET)


if __name__ == "__main__":
    if not find():
        sys.exit("no Chromium found")
    print(find())
