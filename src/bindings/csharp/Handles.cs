// Handles.cs - ownership of the library's objects, which are freed exactly once, and in order.
//
// A query's handle holds its index's handle: in whatever order objects are disposed of or
// collected, the index closes after its last query. A call holds the handle that it uses, so that
// Dispose in another thread waits for the call.
using System;
using System.Runtime.InteropServices;

namespace Pathfan
{
  internal sealed class IndexHandle : SafeHandle
  {
    internal IndexHandle(IntPtr index) : base(IntPtr.Zero, true) { SetHandle(index); }

    public override bool IsInvalid { get { return handle == IntPtr.Zero; } }

    protected override bool ReleaseHandle()
    {
      Native.pathfan_index_close(handle);
      return true;
    }
  }

  internal sealed class ObstaclesHandle : SafeHandle
  {
    internal ObstaclesHandle(IntPtr obstacles) : base(IntPtr.Zero, true) { SetHandle(obstacles); }

    public override bool IsInvalid { get { return handle == IntPtr.Zero; } }

    protected override bool ReleaseHandle()
    {
      Native.pathfan_obstacles_release(handle);
      return true;
    }
  }

  internal sealed unsafe class QueryHandle : SafeHandle
  {
    readonly IndexHandle index;

    internal QueryHandle(IndexHandle index) : base(IntPtr.Zero, true)
    {
      this.index = index;
      IntPtr query;
      Status status = Native.pathfan_query_create(index, &query);
      if (status != Status.Ok) throw new PathfanException(status, "");
      bool isHeld = false;
      try { index.DangerousAddRef(ref isHeld); }
      finally
      {
        if (isHeld) SetHandle(query);
        else Native.pathfan_query_free(query);
      }
    }

    public override bool IsInvalid { get { return handle == IntPtr.Zero; } }

    internal IntPtr Hold()
    {
      bool isHeld = false;
      DangerousAddRef(ref isHeld); // throws if it has been disposed of
      return handle;
    }

    protected override bool ReleaseHandle()
    {
      Native.pathfan_query_free(handle);
      index.DangerousRelease();
      return true;
    }
  }
}
