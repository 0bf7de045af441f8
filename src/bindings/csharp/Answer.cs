// Answer.cs - paths, copied out of the library into arrays that an answer keeps.
//
// All points of an answer are in one array, one path after another. An answer can be filled again:
// its arrays only grow, so that a game that reuses one answer in every frame makes no garbage. Path
// and Points are views of these arrays.
using System;
using System.Collections;
using System.Collections.Generic;
using System.Runtime.InteropServices;

namespace Pathfan
{
  /// <summary>A point in map units; x points right, y down, on some maps up.</summary>
  [StructLayout(LayoutKind.Sequential)]
  public readonly struct Point : IEquatable<Point>
  {
    public readonly double X, Y;

    public Point(double x, double y)
    {
      X = x;
      Y = y;
    }

    public bool Equals(Point other) { return X.Equals(other.X) && Y.Equals(other.Y); }
    public override bool Equals(object other) { return other is Point && Equals((Point)other); }
    public override int GetHashCode() { return X.GetHashCode() * 31 + Y.GetHashCode(); }
    public static bool operator ==(Point a, Point b) { return a.Equals(b); }
    public static bool operator !=(Point a, Point b) { return !a.Equals(b); }

    public override string ToString()
    {
      var invariant = System.Globalization.CultureInfo.InvariantCulture;
      return X.ToString("R", invariant) + "," + Y.ToString("R", invariant);
    }
  }

  /// <summary>The outcome of a request.</summary>
  public enum Outcome
  {
    /// <summary>At least one path.</summary>
    Ok,
    /// <summary>The ends are in different parts of the map.</summary>
    NoPath,
    /// <summary>The start is inside an obstacle or off the map.</summary>
    StartBlocked,
    /// <summary>The goal is inside an obstacle or off the map.</summary>
    GoalBlocked,
    /// <summary>The paths are correct, but there may be more.</summary>
    WorkLimit,
    /// <summary>A field is out of range; never in an answer: an exception is thrown.</summary>
    InvalidRequest
  }

  /// <summary>Why there are fewer paths than requested, if there are.</summary>
  public enum Reason
  {
    Complete,
    NoCandidates,
    Rejected,
    WorkLimit
  }

  /// <summary>What a leg of a path runs along.</summary>
  public enum LegKind
  {
    OffRoad,
    Road,
    Bank,
    /// <summary>Where a map has links: a walk.</summary>
    Walk,
    /// <summary>Stairs, a lift, a one-way door.</summary>
    Link,
    Area,
    Border
  }

  /// <summary>The paths of a request, shortest first; the first is exactly shortest. A new answer
  /// is empty and may be filled any number of times, by one thread at a time.</summary>
  public sealed unsafe class Answer : IReadOnlyList<Path>
  {
    internal struct Part
    {
      internal double Length, Cost;
      internal int First, Count; // points
      internal int FirstLeg, LegCount;
      internal bool IsFilled;
    }

    internal struct LegPart
    {
      internal LegKind Kind;
      internal int Feature, First, Last;
      internal double Length, Cost, Level;
      internal int Name, NameBytes, Floor, FloorBytes; // among the names; 0 bytes: none

      /// <summary>Fills a leg that is handed to the library, without names.</summary>
      internal void Give(ref Native.pathfan_leg to)
      {
        to.kind = Kind;
        to.feature = Feature;
        to.first = First;
        to.last = Last;
        to.length = Length;
        to.cost = Cost;
        to.level = Level;
      }
    }

    internal Point[] points = new Point[0];
    internal Part[] parts = new Part[0];
    internal LegPart[] legs = new LegPart[0];
    internal byte[] names = new byte[0]; // UTF-8, one after the other; strings are made when asked
    int nameBytes;

    public Outcome Outcome { get; private set; }

    /// <summary>Why there are fewer paths than requested.</summary>
    public Reason Reason { get; private set; }

    /// <summary>The ends as used: rounded, perhaps snapped.</summary>
    public Point From { get; private set; }

    public Point To { get; private set; }
    public bool FromSnapped { get; private set; }
    public bool ToSnapped { get; private set; }

    /// <summary>If the goal can't be reached: the reachable point nearest to it.</summary>
    public Point? Nearest { get; private set; }

    /// <summary>Whether paths lead to Nearest, as requested.</summary>
    public bool IsPartial { get; private set; }

    /// <summary>If the request had a radius: the one of the index that answered; else 0.</summary>
    public double Radius { get; private set; }

    /// <summary>The generation of the index that answered: 1, plus 1 for each reload.</summary>
    public uint Generation { get; private set; }

    /// <summary>The number of paths.</summary>
    public int Count { get; private set; }

    public Path this[int number]
    {
      get
      {
        if ((uint)number >= (uint)Count) throw new ArgumentOutOfRangeException(nameof(number));
        return new Path(this, number);
      }
    }

    /// <summary>Chooses a path by a seed: the same for the same seed and answer, each about equally
    /// often over many seeds; -1 if there is no path.</summary>
    public int Choose(ulong seed)
    {
      var native = new Native.pathfan_answer { path_count = Count };
      return Count == 0 ? -1 : Native.pathfan_answer_choose(&native, seed);
    }

    internal void Fill(Native.pathfan_answer* answer)
    {
      Count = 0; // if this throws, no path has only half its points
      int total = 0;
      for (int i = 0; i < answer->path_count; i++)
        total = checked(total + answer->paths[i].point_count);
      if (total > points.Length) points = new Point[total + total / 2];
      if (answer->path_count > parts.Length) parts = new Part[answer->path_count];
      int first = 0, leg = 0;
      nameBytes = 0;
      for (int i = 0; i < answer->path_count; i++)
      {
        Native.pathfan_path* path = &answer->paths[i];
        int count = path->point_count;
        for (int j = 0; j < count; j++) points[first + j] = path->points[j];
        parts[i].Length = path->length;
        parts[i].First = first;
        parts[i].Count = count;
        parts[i].Cost = path->cost;
        parts[i].FirstLeg = leg;
        parts[i].LegCount = path->leg_count;
        if (leg + path->leg_count > legs.Length)
          Array.Resize(ref legs, leg + path->leg_count + legs.Length / 2);
        for (int j = 0; j < path->leg_count; j++) Take(&path->legs[j], ref legs[leg++]);
        parts[i].IsFilled = answer->filled != null && answer->filled[i] != 0;
        first += count;
      }
      Outcome = answer->outcome;
      Reason = answer->reason;
      From = answer->from;
      To = answer->to;
      FromSnapped = answer->from_snapped != 0;
      ToSnapped = answer->to_snapped != 0;
      Nearest = answer->has_nearest != 0 ? answer->nearest : (Point?)null;
      IsPartial = answer->partial != 0;
      Radius = answer->radius;
      Generation = answer->generation;
      Count = answer->path_count;
    }

    void Take(Native.pathfan_leg* from, ref LegPart to)
    {
      to.Kind = from->kind;
      to.Feature = from->feature;
      to.First = from->first;
      to.Last = from->last;
      to.Length = from->length;
      to.Cost = from->cost;
      to.Level = from->level;
      to.Name = nameBytes;
      to.NameBytes = Keep(from->name);
      to.Floor = nameBytes;
      to.FloorBytes = Keep(from->floor);
    }

    int Keep(byte* name)
    {
      int count = 0;
      if (name == null) return 0;
      while (name[count] != 0) count++;
      if (nameBytes + count > names.Length) Array.Resize(ref names, nameBytes + count + names.Length);
      for (int i = 0; i < count; i++) names[nameBytes + i] = name[i];
      nameBytes += count;
      return count;
    }

    internal string NameAt(int first, int count)
    {
      return count == 0 ? null : System.Text.Encoding.UTF8.GetString(names, first, count);
    }

    /// <summary>Enumerates the paths without garbage.</summary>
    public Enumerator GetEnumerator() { return new Enumerator(this); }
    IEnumerator<Path> IEnumerable<Path>.GetEnumerator() { return new Enumerator(this); }
    IEnumerator IEnumerable.GetEnumerator() { return new Enumerator(this); }

    public struct Enumerator : IEnumerator<Path>
    {
      readonly Answer answer;
      int at;

      internal Enumerator(Answer answer)
      {
        this.answer = answer;
        at = -1;
      }

      public Path Current { get { return answer[at]; } }
      object IEnumerator.Current { get { return Current; } }
      public bool MoveNext() { return ++at < answer.Count; }
      public void Reset() { at = -1; }
      public void Dispose() { }
    }
  }

  /// <summary>One path of an answer, from start to goal; valid until the answer is filled
  /// again.</summary>
  public readonly struct Path
  {
    readonly Answer answer;
    readonly int number;

    internal Path(Answer answer, int number)
    {
      this.answer = answer;
      this.number = number;
    }

    /// <summary>Map units; of paths over links, the length walked.</summary>
    public double Length { get { return answer.parts[number].Length; } }

    /// <summary>The cost of walks and links, by which paths are ordered; without links the length.</summary>
    public double Cost { get { return answer.parts[number].Cost; } }

    /// <summary>How many legs it has; 0 unless the request may use links.</summary>
    public int LegCount { get { return answer.parts[number].LegCount; } }

    /// <summary>A leg, in order from 0.</summary>
    public Leg LegAt(int leg)
    {
      if ((uint)leg >= (uint)LegCount) throw new ArgumentOutOfRangeException(nameof(leg));
      return new Leg(answer, answer.parts[number].FirstLeg + leg);
    }

    /// <summary>Whether it was accepted without regard to the separation.</summary>
    public bool IsFilled { get { return answer.parts[number].IsFilled; } }

    /// <summary>Start, corners, goal.</summary>
    public Points Points
    {
      get
      {
        return new Points(answer.points, answer.parts[number].First, answer.parts[number].Count);
      }
    }
  }

  /// <summary>A walk, or a link; valid until its answer is filled again.</summary>
  public readonly struct Leg
  {
    readonly Answer answer;
    readonly int number;

    internal Leg(Answer answer, int number)
    {
      this.answer = answer;
      this.number = number;
    }

    public LegKind Kind { get { return answer.legs[number].Kind; } }

    /// <summary>Of the link, from the map; null: none. Makes a string.</summary>
    public string Name
    {
      get { return answer.NameAt(answer.legs[number].Name, answer.legs[number].NameBytes); }
    }

    /// <summary>The link's number; -1: none.</summary>
    public int Feature { get { return answer.legs[number].Feature; } }

    /// <summary>Level of the floor on which it begins; 0 without floors.</summary>
    public double Level { get { return answer.legs[number].Level; } }

    /// <summary>That floor's name; null without floors. Makes a string.</summary>
    public string Floor
    {
      get { return answer.NameAt(answer.legs[number].Floor, answer.legs[number].FloorBytes); }
    }

    /// <summary>The length walked, map units.</summary>
    public double Length { get { return answer.legs[number].Length; } }

    public double Cost { get { return answer.legs[number].Cost; } }

    /// <summary>It runs from this point of the path to Last.</summary>
    public int First { get { return answer.legs[number].First; } }

    public int Last { get { return answer.legs[number].Last; } }
  }

  /// <summary>The points of a path; valid until its answer is filled again.</summary>
  public readonly struct Points : IReadOnlyList<Point>
  {
    readonly Point[] all;
    readonly int first, count;

    internal Points(Point[] all, int first, int count)
    {
      this.all = all;
      this.first = first;
      this.count = count;
    }

    /// <summary>At least 1.</summary>
    public int Count { get { return count; } }

    public Point this[int number]
    {
      get
      {
        if ((uint)number >= (uint)count) throw new ArgumentOutOfRangeException(nameof(number));
        return all[first + number];
      }
    }

    /// <summary>Copies all points into the caller's array, from `start` on. Throws
    /// ArgumentException if they don't fit.</summary>
    public void CopyTo(Point[] array, int start = 0)
    {
      Array.Copy(all, first, array, start, count);
    }

    /// <summary>Returns a copy.</summary>
    public Point[] ToArray()
    {
      var copy = new Point[count];
      CopyTo(copy);
      return copy;
    }

#if NETSTANDARD2_1_OR_GREATER || NETCOREAPP || UNITY_2021_2_OR_NEWER || PATHFAN_SPANS
    /// <summary>The points themselves, without a copy.</summary>
    public ReadOnlySpan<Point> AsSpan() { return new ReadOnlySpan<Point>(all, first, count); }
#endif

    /// <summary>Enumerates the points without garbage.</summary>
    public Enumerator GetEnumerator() { return new Enumerator(this); }
    IEnumerator<Point> IEnumerable<Point>.GetEnumerator() { return new Enumerator(this); }
    IEnumerator IEnumerable.GetEnumerator() { return new Enumerator(this); }

    public struct Enumerator : IEnumerator<Point>
    {
      readonly Points points;
      int at;

      internal Enumerator(Points points)
      {
        this.points = points;
        at = -1;
      }

      public Point Current { get { return points[at]; } }
      object IEnumerator.Current { get { return Current; } }
      public bool MoveNext() { return ++at < points.Count; }
      public void Reset() { at = -1; }
      public void Dispose() { }
    }
  }
}
