// csharp_layouts.cs - writes a C program that compiles only if the C# package agrees with the
// headers: sizes, offsets and kinds of all members, values of enums. Structs and members have their
// C names already; enum values get theirs.
using System;
using System.Collections.Generic;
using System.Reflection;
using System.Runtime.InteropServices;
using Pathfan;

static class Layouts
{
  static readonly Dictionary<Type, string> Enums = new Dictionary<Type, string>
  {
    { typeof(Status), "ERR" }, { typeof(Outcome), "OUTCOME" }, { typeof(Reason), "REASON" },
    { typeof(Effort), "EFFORT" }, { typeof(Splices), "SPLICES" }, { typeof(OpenPolicy), "OPEN" },
    { typeof(Weights), "WEIGHTS" }
  };
  static readonly Dictionary<Type, string> Numbers = new Dictionary<Type, string>
  {
    { typeof(double), "double" }, { typeof(int), "int32_t" }, { typeof(uint), "uint32_t" },
    { typeof(long), "int64_t" }, { typeof(ulong), "uint64_t" }, { typeof(byte), "bool" }
  };

  internal static int Print()
  {
    Console.WriteLine("#include <stddef.h>\n#include <pathfan/inspect.h>\n#include <pathfan/query.h>\n" +
      "#include <pathfan/version.h>");
    Type native = typeof(Pathfan.Index).Assembly.GetType("Pathfan.Native");
    foreach (Type type in native.GetNestedTypes(BindingFlags.NonPublic))
      if (type.IsValueType && !type.IsEnum) Struct(type, type.Name);
    Struct(typeof(Point), "pathfan_point");
    foreach (Type type in Enums.Keys)
      foreach (object value in Enum.GetValues(type))
      {
        string name = Test.Snake(value.ToString()).ToUpperInvariant();
        if (type != typeof(Status) || (Status)value != Status.Ok) name = Enums[type] + "_" + name;
        Check("PATHFAN_" + name + " == " + (int)value);
      }
    foreach (string part in new[] { "Major", "Minor" })
      Check("PATHFAN_VERSION_" + part.ToUpperInvariant() + " == " +
        native.GetField("Version" + part, BindingFlags.Static | BindingFlags.NonPublic).GetRawConstantValue());
    return 0;
  }

  static void Struct(Type type, string name)
  {
    Check("sizeof(" + name + ") == " + Marshal.SizeOf(type));
    foreach (FieldInfo field in type.GetFields(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic))
    {
      string member = Test.Snake(field.Name);
      Check("offsetof(" + name + ", " + member + ") == " + Marshal.OffsetOf(type, field.Name));
      Check("sizeof(((" + name + " *)0)->" + member + ") == " + SizeOf(field.FieldType));
      string number;
      if (Numbers.TryGetValue(field.FieldType, out number))
        Check("_Generic(((" + name + " *)0)->" + member + ", " + number + ": 1, default: 0)");
    }
  }

  static int SizeOf(Type type)
  {
    return type.IsPointer ? IntPtr.Size : type.IsEnum ? sizeof(int) : Marshal.SizeOf(type);
  }

  static void Check(string what)
  {
    Console.WriteLine("_Static_assert({0}, \"\");", what);
  }
}
