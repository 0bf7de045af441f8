// Request.cs - what is asked for, and how units share what they get.
using System;

namespace Pathfan
{
  /// <summary>How alternatives are looked for.</summary>
  public enum Effort
  {
    /// <summary>Among the via sets of the index.</summary>
    Fast,
    /// <summary>Every vertex is tried where these give too few.</summary>
    Thorough
  }

  /// <summary>Whether candidates that meet are joined to a third.</summary>
  public enum Splices
  {
    /// <summary>With a separation.</summary>
    Auto,
    Never,
    Always
  }

  /// <summary>What alternatives are chosen by: weights of a cost, finite and 0 or more; all 0: by
  /// length. Local optimality is good, and counts against the cost.</summary>
  public struct Objective
  {
    public double Length, BoundedStretch, Similarity, LocalOptimality, Nearness;
  }

  /// <summary>A request but for its ends, with the library's defaults: three paths, at most 1.5
  /// times as long as the shortest. One may be kept and asked with by all threads, while nobody
  /// changes it. Ranges are held by the query that is asked.</summary>
  public sealed unsafe class Request
  {
    internal Native.pathfan_request native;
    readonly double defaultShare;
    bool hasShare;

    /// <summary>Throws DllNotFoundException, or PathfanException (Version), where the library isn't
    /// there, or is another.</summary>
    public Request()
    {
      Native.Check();
      fixed (Native.pathfan_request* request = &native) Native.pathfan_request_init(request);
      defaultShare = native.separation_share;
    }

    /// <summary>How many paths are wanted, 1 or more; 3.</summary>
    public int Paths { get { return native.paths; } set { native.paths = value; } }

    /// <summary>No path is longer than so many times the shortest, 1 or more; 1.5.</summary>
    public double Stretch { get { return native.stretch; } set { native.stretch = value; } }

    /// <summary>Any two paths differ by at least this share of their length, 0 to 1; 0.6.</summary>
    public double Dissimilarity
    {
      get { return native.dissimilarity; }
      set { native.dissimilarity = value; }
    }

    /// <summary>What runs so near to the other path, map units, counts as shared. 0: only what
    /// paths have in common to the point, unless SeparationShare is set, too.</summary>
    public double Separation
    {
      get { return native.separation; }
      set
      {
        native.separation = value;
        if (!hasShare) native.separation_share = value == 0 ? 0 : defaultShare;
      }
    }

    /// <summary>The same as a share of the shortest path's length, 0 to 1; 0.02. The larger one
    /// holds.</summary>
    public double SeparationShare
    {
      get { return native.separation_share; }
      set
      {
        native.separation_share = value;
        hasShare = true;
      }
    }

    /// <summary>Where that leaves too few, the best of the rest, marked; false.</summary>
    public bool Fill
    {
      get { return native.fill != 0; }
      set { native.fill = (byte)(value ? 1 : 0); }
    }

    /// <summary>Auto.</summary>
    public Splices Splices { get { return native.splices; } set { native.splices = value; } }

    /// <summary>Blocked ends move to the nearest free point within so many units; 0:
    /// never.</summary>
    public double Snap { get { return native.snap; } set { native.snap = value; } }

    /// <summary>Fast.</summary>
    public Effort Effort { get { return native.effort; } set { native.effort = value; } }

    /// <summary>Bound on the bounded stretch of alternatives, 1 or more; 0: none.</summary>
    public double MaxBoundedStretch
    {
      get { return native.max_bounded_stretch; }
      set { native.max_bounded_stretch = value; }
    }

    /// <summary>Bound on the local optimality of alternatives; 0: none.</summary>
    public double MinLocalOptimality
    {
      get { return native.min_local_optimality; }
      set { native.min_local_optimality = value; }
    }

    /// <summary>What alternatives are chosen by; length.</summary>
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

    /// <summary>At most so many look-ups; 0: no limit.</summary>
    public ulong WorkLimit { get { return native.work_limit; } set { native.work_limit = value; } }
  }

  /// <summary>What the paths of a unit weigh.</summary>
  public enum Weights
  {
    Equal,
    /// <summary>1 / length: the units of each way then go about as far in sum.</summary>
    Length
  }

  /// <summary>How the units of a group spread over their paths: each takes the one that is owed
  /// most. The same object goes on with a list that is asked in parts.</summary>
  public sealed class Shares
  {
    internal Native.pathfan_shares native;

    /// <summary>seed: where the turns begin.</summary>
    public Shares(ulong seed = 0, Weights weights = Weights.Equal)
    {
      native.seed = seed;
      native.weights = weights;
    }
  }
}
