// Pan and zoom: the map point under a pointer stays under it, within limits; moving the map sets no
// end.

import { assert, caves, run, settled } from "./kit.mjs";

const near = (a, b, most, what) => assert.ok(Math.abs(a - b) <= most, `${what}: ${a} and ${b}`);

await run(
  async ({ page, open }) => {
    const view = () =>
      page.evaluate(() => {
        const [x, y, k] = document.querySelector(".scaled").getAttribute("transform").match(/-?\d[\d.]*(e-?\d+)?/g).map(Number);
        const { left, top, width, height } = document.querySelector(".overlay").getBoundingClientRect();
        return { x, y, k, left, top, width, height };
      });
    const mapPoint = ({ x, y, k, left, top }, [px, py]) => [(px - left - x) / k, (py - top - y) / k];
    const seen = ({ x, y, k, left, top }, [mx, my]) => [left + x + k * mx, top + y + k * my];
    const target = () => page.evaluate(() => new URLSearchParams(location.hash.slice(1)).get("to"));
    await open("#map=caves&from=4,50&to=155,50");
    await settled(page);
    const first = await view();
    const at = [first.left + 0.3 * first.width, first.top + 0.7 * first.height].map(Math.round);

    // The wheel, in pixels and in lines.
    await page.mouse.move(...at);
    for (const turn of [{ deltaY: -500 }, { deltaY: 300 }, { deltaY: -20, deltaMode: 1 }, { deltaY: -30, ctrlKey: true }]) {
      const before = await view();
      await page.evaluate(
        ([x, y, more]) => document.querySelector(".overlay").dispatchEvent(new WheelEvent("wheel", { bubbles: true, cancelable: true, clientX: x, clientY: y, ...more })),
        [...at, turn],
      );
      const after = await view();
      near(after.k / before.k, 2 ** (-turn.deltaY * (turn.deltaMode ? 0.05 : 0.002) * (turn.ctrlKey ? 10 : 1)), 1e-9, "scale");
      mapPoint(before, at).forEach((value, i) => near(mapPoint(after, at)[i], value, 1e-6, "under the wheel"));
    }

    // A drag moves the map by the pointer's movement and makes no click; releasing ends it.
    const to = await target();
    let before = await view();
    await page.mouse.down();
    await page.mouse.move(at[0] + 40, at[1] - 25, { steps: 4 });
    await page.mouse.up();
    await page.mouse.move(at[0] + 90, at[1] - 90);
    let after = await view();
    assert.deepEqual([after.k, Math.round(after.x - before.x), Math.round(after.y - before.y)], [before.k, 40, -25]);
    assert.equal(await page.locator(".notice.offer").count(), 0, "no end was set");
    assert.equal(await target(), to);

    // A button released outside the window ends the drag.
    await page.mouse.down();
    await page.evaluate(([x, y]) => document.querySelector(".overlay").dispatchEvent(new PointerEvent("pointermove", { bubbles: true, pointerId: 1, clientX: x, clientY: y, buttons: 0 })), at);
    before = await view();
    await page.mouse.move(...at);
    after = await view();
    assert.deepEqual([after.x, after.y], [before.x, before.y]);
    await page.mouse.up();

    // Only a little beyond the map is visible, and the scale is limited.
    for (let i = 0; i < 8; i++) await page.mouse.wheel(0, 2000);
    await page.waitForFunction((k) => Number(document.querySelector(".scaled").getAttribute("transform").match(/scale\(([\d.e-]+)/)[1]) < k, 0.34 * first.k);
    near((await view()).k, first.k / 3, 0.01 * first.k, "a third of what fits");
    await page.getByRole("button", { name: "Show all of the map" }).click();
    for (const [dx, dy] of [[900, 0], [0, 500], [-900, 0], [0, -500]]) {
      for (let i = 0; i < 4; i++) {
        const { left, top, width, height } = await view();
        const middle = [left + width / 2 - dx / 4, top + height / 2 - dy / 4];
        await page.mouse.move(...middle);
        await page.mouse.down();
        await page.mouse.move(middle[0] + dx / 2, middle[1] + dy / 2);
        await page.mouse.up();
      }
      const now = await view();
      const corners = [[0, 0], [160, 100]].map((corner) => seen(now, corner));
      assert.ok(corners[0][0] < now.left + now.width && corners[1][0] > now.left && corners[0][1] < now.top + now.height && corners[1][1] > now.top, "the map doesn't get lost");
    }
    await page.getByRole("button", { name: "Show all of the map" }).click();
    await page.mouse.move(...at);
    for (let i = 0; i < 8; i++) await page.mouse.wheel(0, -2000);
    await page.waitForFunction((k) => Number(document.querySelector(".scaled").getAttribute("transform").match(/scale\(([\d.e-]+)/)[1]) > k, 59 * first.k);
    near((await view()).k, Math.max(120, 60 * first.k), 0.01, "no closer");
  },
  { sources: () => [caves()] },
);
