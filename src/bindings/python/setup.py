"""The compiled part links the libpathfan-build.a that `pkg-config pathfan-build` finds."""

import subprocess

from setuptools import setup


def ask(*arguments):
    return subprocess.run(["pkg-config", *arguments, "pathfan-build"], check=True,
                          stdout=subprocess.PIPE, text=True).stdout.strip()


setup(version=ask("--modversion"), cffi_modules=["module.py:builder"])
