"use strict";
// Draws the charts of the report, and draws them again for the groups that are ticked: those in colour, the others grey or hidden.
(() => {
  const { charts, groups, colours, grey } = JSON.parse(document.getElementById("rocsql-data").textContent);
  const names = groups.map((group) => group.name);
  const fullNames = new Map(groups.map((group) => [group.name, group.full]));
  const colourOf = new Map();
  const boxes = [...document.querySelectorAll(".picker li input")];
  const others = document.getElementById("others");

  function pick(name) {
    const taken = new Set(colourOf.values());
    const free = colours.find((colour) => !taken.has(colour));
    if (free) colourOf.set(name, free);
  }

  function pickOnly(some) {
    colourOf.clear();
    some.forEach(pick);
    show();
  }

  // Grey first, so that what is in colour lies on top.
  function arranged(rows, onlyPicked) {
    const picked = rows.filter((row) => colourOf.has(row.curve)).map((row) => ({ ...row, picked: true }));
    if (onlyPicked || !others.checked) return picked;
    return rows.filter((row) => !colourOf.has(row.curve)).concat(picked);
  }

  // Every scale over the curves, wherever it is in the specification.
  function recolour(node) {
    if (node === null || typeof node !== "object") return;
    if (node.field === "curve" && node.scale && node.scale.range) {
      node.scale.range = node.scale.domain.map((name) => colourOf.get(name) || grey);
      node.legend = null;
    }
    for (const key of Object.keys(node)) if (key !== "datasets") recolour(node[key]);
    // Among many thin lines those in colour are thicker; the one under the pointer stays the thickest.
    if (node.strokeWidth && node.strokeWidth.condition) {
      const conditions = [].concat(node.strokeWidth.condition, { test: "datum.picked", value: 2.2 });
      node.strokeWidth = { condition: conditions, value: 1 };
    }
  }

  // As wide as the page is; beside a chart are the labels of its axis and its menu.
  function fit(spec) {
    const room = document.querySelector(".charts").clientWidth;
    if (spec.facet) {
      spec.columns = Math.max(1, Math.min(spec.columns, Math.floor((room - 40) / (spec.spec.width + 60))));
      return;
    }
    const width = Math.min(spec.width, Math.max(200, room - 110));
    if (spec.height === spec.width) spec.height = width;
    spec.width = width;
  }

  function dressed(chart) {
    const spec = structuredClone(chart.spec);
    fit(spec);
    if (names.length < 2) return spec;
    for (const [name, rows] of Object.entries(spec.datasets)) {
      if (rows.length && "curve" in rows[0]) spec.datasets[name] = arranged(rows, chart.panels);
    }
    recolour(spec);
    return spec;
  }

  // Tooltips have room for the full name of a group.
  function sanitize(value) {
    return String(fullNames.get(value) ?? value).replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  }

  let drawn = 0;
  async function draw() {
    const options = { renderer: "svg", tooltip: { sanitize }, actions: { export: true, source: false, compiled: false, editor: false } };
    const turn = ++drawn;
    for (const chart of charts) {
      if (turn !== drawn) return; // ticked again meanwhile
      await vegaEmbed(document.getElementById(chart.id), dressed(chart), options);
    }
    document.body.dataset.drawn = String(turn);
  }

  function show() {
    const full = colourOf.size === colours.length;
    boxes.forEach((box, place) => {
      const colour = colourOf.get(names[place]);
      const item = box.closest("li");
      box.checked = colour !== undefined;
      box.disabled = full && !box.checked;
      item.classList.toggle("full", box.disabled);
      item.querySelector("i").style.background = colour || grey;
    });
    draw();
  }

  function byArea(sign) {
    const known = groups.filter((group) => group.auc !== null);
    known.sort((a, b) => sign * (a.auc - b.auc));
    return known.slice(0, colours.length).map((group) => group.name);
  }

  if (names.length > 1) {
    boxes.forEach((box, place) =>
      box.addEventListener("change", () => {
        if (box.checked) pick(names[place]);
        else colourOf.delete(names[place]);
        show();
      }),
    );
    others.addEventListener("change", draw);
    document.getElementById("best").addEventListener("click", () => pickOnly(byArea(-1)));
    document.getElementById("worst").addEventListener("click", () => pickOnly(byArea(1)));
    document.getElementById("none").addEventListener("click", () => pickOnly([]));
    document.getElementById("find").addEventListener("input", (event) => {
      const text = event.target.value.toLowerCase();
      boxes.forEach((box, place) => (box.closest("li").hidden = !names[place].toLowerCase().includes(text)));
    });
  }
  pickOnly(names.length > colours.length ? byArea(-1) : names);
})();
