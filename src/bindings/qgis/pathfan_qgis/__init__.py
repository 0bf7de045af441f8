"""pathfan's algorithms for the Processing toolbox of QGIS. jobs.py does the work without QGIS."""


def classFactory(iface):  # the name that QGIS calls
    from .plugin import Plugin
    return Plugin()
