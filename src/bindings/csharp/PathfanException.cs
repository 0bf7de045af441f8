// PathfanException.cs - what went wrong: a status, and the library's sentence.
using System;

namespace Pathfan
{
  /// <summary>Statuses as pathfan/status.h has them.</summary>
  public enum Status
  {
    /// <summary>All went well; no exception has it.</summary>
    Ok = 0,
    /// <summary>A file can't be opened, read or written.</summary>
    Io = 1,
    /// <summary>An allocation failed; index and query go on.</summary>
    NoMemory = 2,
    /// <summary>Another program writes the same index.</summary>
    Busy = 3,
    /// <summary>A field is out of its range.</summary>
    Argument = 10,
    /// <summary>A stated limit would be passed.</summary>
    Limit = 11,
    /// <summary>The caller said to stop.</summary>
    Cancelled = 12,
    /// <summary>A map breaks the rules of its format.</summary>
    Malformed = 20,
    /// <summary>The file is no index at all.</summary>
    NotIndex = 30,
    /// <summary>An index of another format version, or a library of another version.</summary>
    Version = 31,
    /// <summary>The index is truncated, or a digest differs.</summary>
    Damaged = 32
  }

  /// <summary>A call that failed, with the library's sentence for a message.</summary>
  public sealed class PathfanException : Exception
  {
    /// <summary>What kind of failure it was.</summary>
    public Status Status { get; }

    internal PathfanException(Status status, string sentence)
      : base(sentence.Length > 0 ? sentence : Native.Text(Native.pathfan_status_text(status)))
    {
      Status = status;
    }

    internal static unsafe void Check(Status status, Native.pathfan_error* error)
    {
      if (status != Status.Ok) throw new PathfanException(status, Native.Text((IntPtr)error->text));
    }
  }
}
