"""docs/openapi.json, and checks of the server's answers against it."""
import json
import os

SOURCE = os.path.realpath(os.path.join(os.path.dirname(__file__), "..", ".."))


def openapi():
    with open(SOURCE + "/docs/openapi.json") as file:
        return json.load(file)


def conforms(value, schema, document, where="answer"):
    """Asserts that a value fits a schema, for the part of JSON Schema that the document uses."""
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[1]
        conforms(value, document["components"]["schemas"][name], document, where)
        return
    for part in schema.get("allOf", []):
        conforms(value, part, document, where)
    if "oneOf" in schema:
        fitting = 0
        for part in schema["oneOf"]:
            try:
                conforms(value, part, document, where)
                fitting += 1
            except AssertionError:
                pass
        assert fitting == 1, (where, "fits %d of oneOf" % fitting, value)
    if "enum" in schema:
        assert value in schema["enum"], (where, value)
    if "const" in schema:
        assert value == schema["const"], (where, value)
    if "type" in schema:
        types = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
        is_number = isinstance(value, (int, float)) and not isinstance(value, bool)
        known = {"null": value is None, "boolean": isinstance(value, bool), "number": is_number,
                 "integer": is_number and value == int(value), "string": isinstance(value, str),
                 "array": isinstance(value, list), "object": isinstance(value, dict)}
        assert any(known[t] for t in types), (where, types, value)
    if isinstance(value, dict) and "properties" in schema:
        for name in schema["required"]:
            assert name in value, (where, name, "is missing")
        for name, item in value.items():
            if name in schema["properties"]:
                conforms(item, schema["properties"][name], document, where + "." + name)
            else:
                assert schema.get("additionalProperties", True), (where, name)
    if isinstance(value, list):
        assert schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", 1 << 60), where
        if "items" in schema:
            for item in value[:2000]:
                conforms(item, schema["items"], document, where + "[]")
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        assert schema.get("minimum", value) <= value <= schema.get("maximum", value), where


def check(server, method, path, route, body=None, status=200, headers=None):
    """Sends a request and checks the answer against the document; returns it."""
    document = openapi()
    answer = server.json(method, path, body, status, headers)
    described = document["paths"][route][method.lower()]["responses"][str(status)]
    conforms(answer, described["content"]["application/json"]["schema"], document)
    return answer
