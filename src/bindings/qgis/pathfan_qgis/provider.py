"""provider.py - the provider and its four algorithms."""
import json
import os
import tempfile

from qgis.core import (QgsCoordinateReferenceSystem, QgsCoordinateTransform, QgsProcessing,
                       QgsProcessingAlgorithm, QgsProcessingException,
                       QgsProcessingLayerPostProcessorInterface, QgsProcessingParameterEnum,
                       QgsProcessingParameterFeatureSource, QgsProcessingParameterFileDestination,
                       QgsProcessingParameterNumber, QgsProcessingParameterPoint,
                       QgsProcessingProvider, QgsProcessingContext)

from . import jobs

PROFILES = ["(fields kind, rate or speed)", "foot", "bicycle", "car", "offroad"]
DEGREES = QgsCoordinateReferenceSystem("EPSG:4326")
STYLES = os.path.join(os.path.dirname(__file__), "styles")


class _Styled(QgsProcessingLayerPostProcessorInterface):
    """Gives a layer the style of its algorithm once it is loaded."""

    def __init__(self, style):
        super().__init__()
        self.style = style

    def postProcessLayer(self, layer, context, feedback):
        layer.loadNamedStyle(os.path.join(STYLES, self.style))
        layer.triggerRepaint()


class _Algorithm(QgsProcessingAlgorithm):
    """What all have in common: layers go in, a file comes out."""
    ending, style, has_start, has_goal = "geojson", "ways.qml", True, True
    kept = []  # post-processors, which QGIS doesn't own

    def createInstance(self):
        return type(self)()

    def initAlgorithm(self, config=None):
        self.addParameter(QgsProcessingParameterFeatureSource(
            "MAP", "Roads, rivers, areas, obstacles", [QgsProcessing.TypeVectorAnyGeometry]))
        if self.has_goal:
            self.addParameter(QgsProcessingParameterEnum("PROFILE", "Profile", PROFILES, defaultValue=1))
            self.addParameter(QgsProcessingParameterNumber(
                "SPEED", "Speed where there is no feature, km/h (without a profile)",
                QgsProcessingParameterNumber.Double, optional=True, minValue=0.001))
        if self.has_start:
            self.addParameter(QgsProcessingParameterPoint("FROM", "Start"))
        if self.has_goal:
            self.addParameter(QgsProcessingParameterPoint("TO", "Goal"))
        self.add_more()
        self.addParameter(QgsProcessingParameterFileDestination(
            "OUTPUT", self.displayName(), f"{self.ending} (*.{self.ending})"))

    def add_more(self):
        pass

    def point(self, parameters, name, context):
        at = self.parameterAsPoint(parameters, name, context, DEGREES)
        return at.x(), at.y()

    def write_map(self, parameters, context, path):
        source = self.parameterAsSource(parameters, "MAP", context)
        if source is None:
            raise QgsProcessingException(self.invalidSourceError(parameters, "MAP"))
        to_degrees = QgsCoordinateTransform(source.sourceCrs(), DEGREES, context.transformContext())
        features = []
        for feature in source.getFeatures():
            geometry = feature.geometry()
            if geometry.isNull():
                continue
            geometry.transform(to_degrees)
            fields = {field.name(): feature[field.name()] for field in source.fields()}
            features.append((json.loads(geometry.asJson(9)),
                             {name: value if isinstance(value, (int, float, str, bool)) else None
                              for name, value in fields.items()}))
        speed = None
        if self.has_goal and parameters.get("SPEED") is not None:
            speed = self.parameterAsDouble(parameters, "SPEED", context)
        with open(path, "w", encoding="utf-8") as file:
            file.write(jobs.collection(features, background_speed=speed))

    def processAlgorithm(self, parameters, context, feedback):
        output = self.parameterAsFileOutput(parameters, "OUTPUT", context)
        number = self.parameterAsEnum(parameters, "PROFILE", context) if self.has_goal else 0
        with tempfile.TemporaryDirectory() as folder:
            source = os.path.join(folder, "map.geojson")
            self.write_map(parameters, context, source)
            try:
                jobs.run(self.commands(parameters, context, source, PROFILES[number] if number else "",
                                       folder, output), feedback.pushInfo)
            except jobs.Failed as failed:
                raise QgsProcessingException(str(failed)) from failed
        details = QgsProcessingContext.LayerDetails(self.displayName(), context.project(), "OUTPUT")
        if self.style:
            self.kept.append(_Styled(self.style))
            details.setPostProcessor(self.kept[-1])
        context.addLayerToLoadOnCompletion(output, details)
        return {"OUTPUT": output}


class Ways(_Algorithm):
    def name(self):
        return "ways"

    def displayName(self):
        return "Alternative ways"

    def add_more(self):
        self.addParameter(QgsProcessingParameterNumber("PATHS", "How many", defaultValue=3, minValue=1,
                                                       maxValue=16))

    def commands(self, parameters, context, source, profile, folder, output):
        return jobs.ways(source, profile, self.point(parameters, "FROM", context),
                         self.point(parameters, "TO", context),
                         self.parameterAsInt(parameters, "PATHS", context), folder, output)


class Field(_Algorithm):
    ending, style, has_start = "asc", "", False

    def name(self):
        return "field"

    def displayName(self):
        return "Field of costs"

    def add_more(self):
        self.addParameter(QgsProcessingParameterNumber("CELLS", "Cells on the longer side",
                                                       defaultValue=200, minValue=2, maxValue=8192))

    def commands(self, parameters, context, source, profile, folder, output):
        return jobs.field(source, profile, self.point(parameters, "TO", context),
                          self.parameterAsInt(parameters, "CELLS", context), output)


class Corridor(_Algorithm):
    style = "corridor.qml"

    def name(self):
        return "corridor"

    def displayName(self):
        return "Corridor of cheap ways"

    def add_more(self):
        self.addParameter(QgsProcessingParameterNumber(
            "PERCENT", "Percent dearer than the cheapest", QgsProcessingParameterNumber.Double,
            defaultValue=5, minValue=0.001, maxValue=1000))

    def commands(self, parameters, context, source, profile, folder, output):
        return jobs.corridor(source, profile, self.point(parameters, "FROM", context),
                             self.point(parameters, "TO", context),
                             self.parameterAsDouble(parameters, "PERCENT", context), output)


class Plaza(_Algorithm):
    has_start = has_goal = False

    def name(self):
        return "plaza"

    def displayName(self):
        return "Ways over squares"

    def commands(self, parameters, context, source, profile, folder, output):
        return jobs.plaza(source, output)


class Provider(QgsProcessingProvider):
    def id(self):
        return "pathfan"

    def name(self):
        return "pathfan"

    def loadAlgorithms(self):
        for algorithm in (Ways, Field, Corridor, Plaza):
            self.addAlgorithm(algorithm())
