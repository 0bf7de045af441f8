using UnityEngine;
using Pathfan;

/// <summary>Units go to a goal, each by a way of its own. The map lies on the ground, with y towards
/// the viewer.</summary>
public class Ways : MonoBehaviour
{
  public PathfanLevel level;
  public Transform goal;
  public Transform[] units;

  Pathfan.Index index;
  Query query;
  Request request;
  readonly Answer answer = new Answer(); // filled anew by each request

  void Awake()
  {
    index = level.Open();
    query = index.Query();
    request = new Request { Paths = 3, Snap = 1 };
  }

  void Update()
  {
    for (int i = 0; i < units.Length; i++)
    {
      query.Paths(OnMap(units[i]), OnMap(goal), request, answer);
      int mine = answer.Choose((ulong)i); // each unit keeps to a way of its own
      if (mine < 0 || answer[mine].Points.Count < 2) continue; // answer.Outcome: why
      Point next = answer[mine].Points[1];
      units[i].position = Vector3.MoveTowards(units[i].position,
        new Vector3((float)next.X, units[i].position.y, (float)-next.Y), 3 * Time.deltaTime);
    }
  }

  void OnDestroy()
  {
    query?.Dispose();
    index?.Dispose();
  }

  static Point OnMap(Transform at) { return new Point(at.position.x, -at.position.z); }
}
