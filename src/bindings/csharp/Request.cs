// Request.cs - requests, and how units spread over the paths.
using System;

namespace Pathfan
{
  /// <summary>How alternatives are searched for.</summary>
  public enum Effort
  {
    /// <summary>Among the index's via sets.</summary>
    Fast,
    /// <summary>Tries every vertex if the via sets give too few.</summary>
    Thorough
  }

  /// <summary>Whether two candidates that meet are spliced into a third.</summary>
  public enum Splices
  {
    /// <summary>If there is a separation.</summary>
    Auto,
    Never,
    Always
  }

  /// <summary>How alternatives are chosen: weights of a cost, finite and 0 or more; all 0: by
  /// length. Local optimality is good, so it lowers the cost.</summary>
  public struct Objective
  {
    public double Length, BoundedStretch, Similarity, LocalOptimality, Nearness;
  }

  /// <summary>A request without its ends, with the library's defaults: three paths, at most 1.5
  /// times as long as the shortest. All threads may share a request while none changes it. The
  /// query that uses it checks the ranges.</summary>
  public sealed unsafe class Request
  {
    internal Native.pathfan_request native;
    readonly double defaultShare;
    bool hasShare;
    string fromFloor, toFloor;
    internal byte[] fromFloorName, toFloorName; // UTF-8; null: none

    /// <summary>Throws DllNotFoundException if the library is missing, PathfanException (Version)
    /// if it has another version.</summary>
    public Request()
    {
      Native.Check();
      fixed (Native.pathfan_request* request = &native) Native.pathfan_request_init(request);
      defaultShare = native.separation_share;
    }

    /// <summary>The number of paths wanted, 1 or more; default 3.</summary>
    public int Paths { get { return native.paths; } set { native.paths = value; } }

    /// <summary>No path is longer than this times the shortest, 1 or more; default 1.5.</summary>
    public double Stretch { get { return native.stretch; } set { native.stretch = value; } }

    /// <summary>Any two paths differ by at least this share of their length, 0 to 1; default
    /// 0.6.</summary>
    public double Dissimilarity
    {
      get { return native.dissimilarity; }
      set { native.dissimilarity = value; }
    }

    /// <summary>Parts of a path within this of another path, map units, count as shared with it. 0:
    /// paths share only the points in common, unless SeparationShare is set.</summary>
    public double Separation
    {
      get { return native.separation; }
      set
      {
        native.separation = value;
        if (!hasShare) native.separation_share = value == 0 ? 0 : defaultShare;
      }
    }

    /// <summary>The separation as a share of the shortest path's length, 0 to 1; default 0.02. The
    /// larger of the two applies.</summary>
    public double SeparationShare
    {
      get { return native.separation_share; }
      set
      {
        native.separation_share = value;
        hasShare = true;
      }
    }

    /// <summary>No path but the first turns back in plain sight: where two of its points see each
    /// other, its part between them is at most this many times their distance. 1 or more; 0: loops
    /// are allowed. Default 1.5.</summary>
    public double MaxLoop { get { return native.max_loop; } set { native.max_loop = value; } }

    /// <summary>If the separation leaves too few paths, goes on without it; paths added so are
    /// marked. Default false.</summary>
    public bool Fill
    {
      get { return native.fill != 0; }
      set { native.fill = (byte)(value ? 1 : 0); }
    }

    /// <summary>Default Auto.</summary>
    public Splices Splices { get { return native.splices; } set { native.splices = value; } }

    /// <summary>A blocked end moves to the nearest free point within this many map units; 0:
    /// never.</summary>
    public double Snap { get { return native.snap; } set { native.snap = value; } }
    /// <summary>Snap to the nearest free point, even if no path leads on from there. Default false.</summary>
    public bool SnapAny { get { return native.snap_any != 0; } set { native.snap_any = value ? (byte)1 : (byte)0; } }
    /// <summary>If no path leads to the goal, go to Answer.Nearest. Default false.</summary>
    public bool Partial { get { return native.partial != 0; } set { native.partial = value ? (byte)1 : (byte)0; } }

    /// <summary>Of the agent: the least radius of the index that isn't smaller answers. Default 0:
    /// that for which it was opened.</summary>
    public double Radius { get { return native.radius; } set { native.radius = value; } }
    /// <summary>A link of the map can be used if these have all of its flags. Default 0.</summary>
    public ulong LinkFlags { get { return native.link_flags; } set { native.link_flags = value; } }
    /// <summary>The start is a point on the floor of this level, and so are the points of the answer
    /// on floors; NaN: in the plane of all floors, or as ToLevel. Default NaN.</summary>
    public double FromLevel { get { return native.from_level; } set { native.from_level = value; } }
    /// <summary>The same for the goal. Default NaN.</summary>
    public double ToLevel { get { return native.to_level; } set { native.to_level = value; } }
    /// <summary>Name of the start's floor, which counts before FromLevel. Default null: none.</summary>
    public string FromFloor
    {
      get { return fromFloor; }
      set
      {
        fromFloorName = Change.Named(value);
        fromFloor = value;
      }
    }
    /// <summary>The same for the goal. Default null.</summary>
    public string ToFloor
    {
      get { return toFloor; }
      set
      {
        toFloorName = Change.Named(value);
        toFloor = value;
      }
    }

    /// <summary>Default Fast.</summary>
    public Effort Effort { get { return native.effort; } set { native.effort = value; } }

    /// <summary>Upper bound on the bounded stretch of alternatives, 1 or more; 0: none.</summary>
    public double MaxBoundedStretch
    {
      get { return native.max_bounded_stretch; }
      set { native.max_bounded_stretch = value; }
    }

    /// <summary>Lower bound on the local optimality of alternatives; 0: none.</summary>
    public double MinLocalOptimality
    {
      get { return native.min_local_optimality; }
      set { native.min_local_optimality = value; }
    }

    /// <summary>How alternatives are chosen; default: by length.</summary>
    public Objective Objective
    {
      get
      {
        return new Objective
        {
          Length = native.objective.length,
          BoundedStretch = native.objective.bounded_stretch,
          Similarity = native.objective.similarity,
          LocalOptimality = native.objective.local_optimality,
          Nearness = native.objective.nearness
        };
      }
      set
      {
        native.objective.length = value.Length;
        native.objective.bounded_stretch = value.BoundedStretch;
        native.objective.similarity = value.Similarity;
        native.objective.local_optimality = value.LocalOptimality;
        native.objective.nearness = value.Nearness;
      }
    }

    /// <summary>What paths keep out of; null: nothing, and all doors are open. Default
    /// null.</summary>
    public Obstacles Obstacles { get; set; }

    /// <summary>The greatest number of look-ups; 0: no limit.</summary>
    public ulong WorkLimit { get { return native.work_limit; } set { native.work_limit = value; } }
  }

  /// <summary>The weights of a unit's paths.</summary>
  public enum Weights
  {
    Equal,
    /// <summary>1 / length: the units of each path then cover about the same total
    /// length.</summary>
    Length
  }

  /// <summary>How the units of a group spread over their paths: each takes the path that is owed
  /// most. Pass the same object again to continue a list in parts.</summary>
  public sealed class Shares
  {
    internal Native.pathfan_shares native;

    /// <summary>seed: the paths that the first units take depend on it.</summary>
    public Shares(ulong seed = 0, Weights weights = Weights.Equal)
    {
      native.seed = seed;
      native.weights = weights;
    }
  }
}
