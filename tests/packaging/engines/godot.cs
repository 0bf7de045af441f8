// godot.cs - what the Godot addon uses of Godot 4 (GodotSharp), so that it compiles and its importer
// can be tried: names and types of its editor's API, with as much code as the test needs.
using System;
using System.Collections;
using System.Collections.Generic;

namespace Godot
{
  public enum Error { Ok = 0, Failed = 1, ParseError = 43 }
  public enum PropertyHint { None = 0 }
  [Flags] public enum PropertyUsageFlags : long { Storage = 2, Editor = 4 }
  public sealed class ToolAttribute : Attribute { }
  public sealed class GlobalClassAttribute : Attribute { }

  public sealed class ExportAttribute : Attribute
  {
    public ExportAttribute(PropertyHint hint = PropertyHint.None, string hintString = "",
      PropertyUsageFlags usage = PropertyUsageFlags.Storage) { }
  }

  public class Resource { public string ResourcePath = ""; }

  public struct Variant
  {
    object value;
    public double AsDouble() { return (double)value; }
    public override string ToString() { return value.ToString(); }
    public static implicit operator Variant(double from) { return new Variant { value = from }; }
    public static implicit operator Variant(string from) { return new Variant { value = from }; }
  }

  public sealed class StringName { }

  public static class FileAccess
  {
    public static byte[] GetFileAsBytes(string path) { return System.IO.File.ReadAllBytes(path); }
  }

  public static class ResourceSaver
  {
    public static readonly Dictionary<string, Resource> Saved = new Dictionary<string, Resource>();
    public static Error Save(Resource resource, string path = "", uint flags = 0)
    {
      Saved[path] = resource;
      return Error.Ok;
    }
  }

  public static class GD
  {
    public static readonly List<string> Errors = new List<string>();
    public static void PushError(string message) { Errors.Add(message); }
  }

  public static class StringExtensions
  {
    public static string GetFile(this string instance) { return instance.Substring(instance.LastIndexOf('/') + 1); }
  }

  public class EditorPlugin
  {
    public readonly List<EditorImportPlugin> Importers = new List<EditorImportPlugin>();
    public virtual void _EnterTree() { }
    public virtual void _ExitTree() { }
    public void AddImportPlugin(EditorImportPlugin importer, bool firstPriority = false) { Importers.Add(importer); }
    public void RemoveImportPlugin(EditorImportPlugin importer) { Importers.Remove(importer); }
  }

  public class EditorImportPlugin
  {
    public virtual string _GetImporterName() { return ""; }
    public virtual string _GetVisibleName() { return ""; }
    public virtual string[] _GetRecognizedExtensions() { return null; }
    public virtual string _GetSaveExtension() { return ""; }
    public virtual string _GetResourceType() { return ""; }
    public virtual float _GetPriority() { return 0; }
    public virtual int _GetImportOrder() { return 0; }
    public virtual int _GetPresetCount() { return 0; }
    public virtual string _GetPresetName(int presetIndex) { return ""; }
    public virtual bool _GetOptionVisibility(string path, StringName optionName, Collections.Dictionary options) { return false; }
    public virtual Collections.Array<Collections.Dictionary> _GetImportOptions(string path, int presetIndex) { return null; }
    public virtual Error _Import(string sourceFile, string savePath, Collections.Dictionary options,
      Collections.Array<string> platformVariants, Collections.Array<string> genFiles) { return Error.Failed; }
  }
}

namespace Godot.Collections
{
  public class Array<T> : List<T> { }

  public class Dictionary : IEnumerable
  {
    readonly System.Collections.Generic.Dictionary<string, Variant> of = new System.Collections.Generic.Dictionary<string, Variant>();
    public Variant this[Variant key] { get { return of[key.ToString()]; } set { of[key.ToString()] = value; } }
    public void Add(Variant key, Variant value) { of.Add(key.ToString(), value); }
    public IEnumerator GetEnumerator() { return of.GetEnumerator(); }
  }
}
