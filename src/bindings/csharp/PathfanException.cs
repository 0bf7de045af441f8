// PathfanException.cs - errors: a status and the library's message.
using System;

namespace Pathfan
{
  /// <summary>The statuses of pathfan/status.h.</summary>
  public enum Status
  {
    /// <summary>Success; no exception has it.</summary>
    Ok = 0,
    /// <summary>A file can't be opened, read or written.</summary>
    Io = 1,
    /// <summary>An allocation failed; index and query remain usable.</summary>
    NoMemory = 2,
    /// <summary>Another program writes the same index.</summary>
    Busy = 3,
    /// <summary>A field is out of its range.</summary>
    Argument = 10,
    /// <summary>A given limit would be exceeded.</summary>
    Limit = 11,
    /// <summary>The caller cancelled the call.</summary>
    Cancelled = 12,
    /// <summary>A map breaks the rules of its format.</summary>
    Malformed = 20,
    /// <summary>The file isn't an index.</summary>
    NotIndex = 30,
    /// <summary>The index has another format version, or the library another version.</summary>
    Version = 31,
    /// <summary>The index is truncated, or a digest differs.</summary>
    Damaged = 32
  }

  /// <summary>A failed call; its message is the library's.</summary>
  public sealed class PathfanException : Exception
  {
    /// <summary>The kind of failure.</summary>
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
