"""The compiled part links the libpathfan-build.a that `pkg-config pathfan-build` finds."""

import subprocess

from setuptools import setup


def ask(*arguments):
    return subprocess.run(["pkg-config", *arguments, "pathfan-build"], check=True,
                          stdout=subprocess.PIPE, text=True).stdout.strip()


# The extension uses Python's stable interface alone, so one wheel is for all versions.
setup(version=ask("--modversion"), cffi_modules=["module.py:builder"], options={"bdist_wheel": {"py_limited_api": "cp39"}})
