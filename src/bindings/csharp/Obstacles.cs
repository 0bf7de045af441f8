// Obstacles.cs - what closes ways in a world that changes: immutable snapshots of areas, openings and
// doors.
//
//   Obstacles now = index.Obstacles(Change.AddCircle(new Point(70, 70), 10, "fire"));
//   query.Paths(from, to, new Request { Obstacles = now });
//   now = now.Change(Pathfan.Change.Open("fire"));
using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;

namespace Pathfan
{
  /// <summary>A change of obstacles.</summary>
  public sealed class Change
  {
    internal Native.pathfan_change_kind kind;
    internal byte[] name; // null: none
    internal long id;
    internal bool on, off;
    internal Point[] corners; // null: a circle
    internal Point centre;
    internal double radius;
    internal bool isLink;
    internal Point to; // of a link, from `centre`
    internal double cost, back;
    internal ulong flags;
    internal byte[] fromFloor, toFloor; // null: in the plane; of an area, fromFloor is its floor

    Change() { }

    /// <summary>Adds a link: stairs, a lift, a jump, a one-way door. costBack: in the other direction;
    /// infinity: it is one-way. flags: those that a request must have to use it.</summary>
    public static Change AddLink(Point from, Point to, double cost,
      double costBack = double.PositiveInfinity, string name = null, ulong flags = 0,
      bool isClosed = false)
    {
      return new Change
      {
        kind = Native.pathfan_change_kind.AddLink, name = Named(name), isLink = true, centre = from,
        to = to, cost = cost, back = costBack, flags = flags, off = isClosed
      };
    }

    /// <summary>The same with its points on the floor of a name or level; of a link both ends, or
    /// the second on another. Without it they are in the plane of all floors.</summary>
    public Change OnFloor(string floor, string toFloor = null)
    {
      var change = (Change)MemberwiseClone();
      change.fromFloor = Named(floor);
      change.toFloor = Named(toFloor ?? floor);
      return change;
    }

    /// <summary>Adds a circle, which no path enters. name: no other obstacle may have it; null:
    /// none. isClosed: false lets paths through until it is closed.</summary>
    public static Change AddCircle(Point centre, double radius, string name = null,
      bool isClosed = true)
    {
      return new Change { name = Named(name), centre = centre, radius = radius, off = !isClosed };
    }

    /// <summary>Adds a simple polygon, likewise.</summary>
    public static Change AddPolygon(Point[] corners, string name = null, bool isClosed = true)
    {
      if (corners == null) throw new ArgumentNullException(nameof(corners));
      if (corners.Length < 3)
        throw new PathfanException(Status.Argument, "a polygon needs three corners");
      return new Change { name = Named(name), corners = corners, off = !isClosed };
    }

    /// <summary>Adds a simple polygon in which walls are removed; isClosed: only once it is opened.
    /// </summary>
    public static Change AddOpening(Point[] corners, string name = null, bool isClosed = false)
    {
      Change change = AddPolygon(corners, name);
      change.kind = Native.pathfan_change_kind.AddOpening;
      change.off = isClosed;
      return change;
    }

    /// <summary>Closes an obstacle that is open, or a door of the map, by name or number.</summary>
    public static Change Close(string name) { return Set(name, true); }
    public static Change Close(long id) { return Set(id, true); }

    /// <summary>Lets paths through until it is closed again.</summary>
    public static Change Open(string name) { return Set(name, false); }
    public static Change Open(long id) { return Set(id, false); }

    /// <summary>Removes an obstacle. Doors can't be removed.</summary>
    public static Change Remove(string name)
    {
      if (name == null) throw new ArgumentNullException(nameof(name));
      return new Change { kind = Native.pathfan_change_kind.Remove, name = Named(name) };
    }
    public static Change Remove(long id)
    {
      return new Change { kind = Native.pathfan_change_kind.Remove, id = id };
    }

    static Change Set(string name, bool on)
    {
      if (name == null) throw new ArgumentNullException(nameof(name));
      return new Change { kind = Native.pathfan_change_kind.Set, name = Named(name), on = on };
    }

    static Change Set(long id, bool on)
    {
      return new Change { kind = Native.pathfan_change_kind.Set, id = id, on = on };
    }

    internal static byte[] Named(string name)
    {
      if (name != null && name.IndexOf('\0') >= 0)
        throw new PathfanException(Status.Argument, "a name holds a zero character");
      return name == null ? null : Native.Utf8(name);
    }
  }

  /// <summary>An area or an opening of a snapshot, or a door of the map.</summary>
  public sealed class Obstacle
  {
    public long Id { get; internal set; }

    /// <summary>null: it has none.</summary>
    public string Name { get; internal set; }

    public bool IsClosed { get; internal set; }
    public bool IsDoor { get; internal set; }

    /// <summary>Whether it removes walls while it is open.</summary>
    public bool IsOpening { get; internal set; }

    /// <summary>Of a polygon; null: a circle.</summary>
    public Point[] Corners { get; internal set; }

    public Point Centre { get; internal set; }
    public double Radius { get; internal set; }
  }

  /// <summary>A snapshot of obstacles, which never changes; a change makes another one. Any number
  /// of threads may use it. Calls throw PathfanException: Argument, Limit, NoMemory.</summary>
  public sealed unsafe class Obstacles : IDisposable
  {
    readonly ObstaclesHandle handle;

    Obstacles(IntPtr obstacles, long[] ids)
    {
      handle = new ObstaclesHandle(obstacles);
      Ids = ids;
    }

    internal ObstaclesHandle Handle { get { return handle; } }

    internal static Obstacles Make(IndexHandle index, Change[] changes)
    {
      Native.pathfan_error error;
      IntPtr made;
      PathfanException.Check(Native.pathfan_obstacles_create(index, &made, &error), &error);
      var doors = new Obstacles(made, new long[0]);
      if (changes.Length == 0) return doors;
      using (doors) return doors.Change(changes);
    }

    /// <summary>The numbers of what each change that made it was about.</summary>
    public IReadOnlyList<long> Ids { get; }

    /// <summary>The number of changes that led to it.</summary>
    public ulong Version
    {
      get { using (var held = new Hold(handle)) return Native.pathfan_obstacles_version(held.At); }
    }

    /// <summary>The number of areas and doors, open ones included.</summary>
    public int Count
    {
      get { using (var held = new Hold(handle)) return Native.pathfan_obstacles_count(held.At); }
    }

    /// <summary>Returns the snapshot after these changes: all of them or, with an exception,
    /// none.</summary>
    public Obstacles Change(params Change[] changes)
    {
      if (changes == null) throw new ArgumentNullException(nameof(changes));
      var natives = new Native.pathfan_change[changes.Length + 1];
      var ids = new long[changes.Length];
      var pins = new List<GCHandle>();
      try
      {
        for (int i = 0; i < changes.Length; i++) natives[i] = ToNative(changes[i], pins);
        Native.pathfan_error error;
        IntPtr made;
        using (var held = new Hold(handle))
          fixed (Native.pathfan_change* first = natives)
          fixed (long* told = ids)
            PathfanException.Check(Native.pathfan_obstacles_change(held.At, first,
              (UIntPtr)changes.Length, &made, told, &error), &error);
        return new Obstacles(made, ids);
      }
      finally { foreach (GCHandle pin in pins) pin.Free(); }
    }

    static Native.pathfan_change ToNative(Change change, List<GCHandle> pins)
    {
      if (change == null) throw new ArgumentNullException("changes");
      var native = new Native.pathfan_change
      {
        kind = change.kind,
        id = change.id,
        on = (byte)(change.on ? 1 : 0),
        off = (byte)(change.off ? 1 : 0)
      };
      if (change.name != null) native.name = Pin(change.name, pins);
      if (change.corners != null)
      {
        native.area.corners = Pin(change.corners, pins);
        native.area.corner_count = change.corners.Length;
      }
      if (change.isLink)
      {
        native.link = Pin(LinkBytes(change), pins);
        if (change.fromFloor != null)
          native.floors = Pin(new[] { Pin(change.fromFloor, pins), Pin(change.toFloor, pins) }, pins);
        return native;
      }
      native.area.centre = change.centre;
      native.area.radius = change.radius;
      if (change.fromFloor != null) native.area.floor = Pin(change.fromFloor, pins);
      return native;
    }

    /// <summary>A pathfan_link: its name, which the change has, two ends, two floors, costs, flags,
    /// and room.</summary>
    static byte[] LinkBytes(Change change)
    {
      var bytes = new System.IO.MemoryStream();
      var writer = new System.IO.BinaryWriter(bytes);
      writer.Write(new byte[64]);
      foreach (double at in new[] { change.centre.X, change.centre.Y, change.to.X, change.to.Y })
        writer.Write(at);
      writer.Write(0L);
      writer.Write(change.cost);
      writer.Write(change.back);
      writer.Write(change.flags);
      writer.Write(new byte[32]);
      return bytes.ToArray();
    }

    static IntPtr Pin(Array array, List<GCHandle> pins)
    {
      var pin = GCHandle.Alloc(array, GCHandleType.Pinned);
      pins.Add(pin);
      return pin.AddrOfPinnedObject();
    }

    /// <summary>Returns the same for the index as it is after a reload.</summary>
    public Obstacles Rebase(Index index)
    {
      if (index == null) throw new ArgumentNullException(nameof(index));
      Native.pathfan_error error;
      IntPtr made;
      using (var held = new Hold(handle))
        PathfanException.Check(Native.pathfan_obstacles_rebase(held.At, index.Handle, &made, &error),
          &error);
      return new Obstacles(made, new long[0]);
    }

    /// <summary>Finds an area or a door; null: there is none.</summary>
    public Obstacle Find(string name)
    {
      if (name == null) throw new ArgumentNullException(nameof(name));
      fixed (byte* text = Native.Utf8(name)) return Find(text, 0);
    }

    public Obstacle Find(long id) { return Find(null, id); }

    Obstacle Find(byte* name, long id)
    {
      Native.pathfan_obstacle found;
      using (var held = new Hold(handle))
      {
        if (Native.pathfan_obstacles_find(held.At, name, id, &found) == 0) return null;
        Point[] corners = null;
        if (found.area.corner_count > 0)
        {
          corners = new Point[found.area.corner_count];
          for (int i = 0; i < corners.Length; i++) corners[i] = ((Point*)found.area.corners)[i];
        }
        return new Obstacle
        {
          Id = found.id,
          Name = found.name == IntPtr.Zero ? null : Native.Text(found.name),
          IsClosed = found.on != 0,
          IsDoor = found.is_door != 0,
          IsOpening = found.is_opening != 0,
          Corners = corners,
          Centre = found.area.centre,
          Radius = found.area.radius
        };
      }
    }

    /// <summary>All areas and doors, by number.</summary>
    public Obstacle[] All()
    {
      var ids = new long[Count + 1];
      using (var held = new Hold(handle))
        fixed (long* first = ids) Native.pathfan_obstacles_ids(held.At, first);
      Array.Resize(ref ids, ids.Length - 1);
      return Array.ConvertAll(ids, id => Find(id));
    }

    /// <summary>Frees it once the calls that use it have ended. Requests that name it throw
    /// ObjectDisposedException from then on.</summary>
    public void Dispose() { handle.Dispose(); }

    // Keeps a snapshot while a call uses it.
    internal struct Hold : IDisposable
    {
      readonly ObstaclesHandle handle;

      internal Hold(ObstaclesHandle handle)
      {
        bool isHeld = false;
        this.handle = handle;
        if (handle != null) handle.DangerousAddRef(ref isHeld); // throws if it has been disposed of
      }

      internal IntPtr At { get { return handle == null ? IntPtr.Zero : handle.DangerousGetHandle(); } }

      public void Dispose() { if (handle != null) handle.DangerousRelease(); }
    }
  }
}
