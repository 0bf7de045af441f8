import pathfan

index = pathfan.open("caves.pathfan")
for path in index.paths((124.5, 13.5), (9.5, 93.5)):
    print(f"{path.length:.2f}")  # path.points: an array of x, y
