// csharp_layouts.cs - prints sizes of the package's structs and offsets of their members, as Mono has
// them, in the form of tests/golden/layouts.txt. Structs and members have their C names already.
using System;
using System.Reflection;
using System.Runtime.InteropServices;
using Pathfan;

static class Layouts
{
  internal static int Print()
  {
    Type native = typeof(Pathfan.Index).Assembly.GetType("Pathfan.Native");
    foreach (Type type in native.GetNestedTypes(BindingFlags.NonPublic))
      if (type.IsValueType && !type.IsEnum) Struct(type, type.Name);
    Struct(typeof(Point), "pathfan_point");
    return 0;
  }

  static void Struct(Type type, string name)
  {
    Console.WriteLine("{0} {1}", name, Marshal.SizeOf(type));
    foreach (FieldInfo field in type.GetFields(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic))
      Console.WriteLine("{0}.{1} {2}", name, Test.Snake(field.Name), Marshal.OffsetOf(type, field.Name));
  }
}
