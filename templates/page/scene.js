// SPDX-License-Identifier: MIT
// The two scenes of the report, by three.js: the body in space; its momentum or the vertical on a
// sphere in the body frame.  Lengths are relative, so that every body fills its figure.
const Scenes = (() => {
  "use strict";

  const { R, L, W, norm, times } = Motion;
  const REACH = 1.3; // length of the body's axes; the body fits in a sphere of radius 1
  const RECENT = 300; // highlighted samples at the end of a path
  const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const less = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
  const scaled = (a, s) => [a[0] * s, a[1] * s, a[2] * s];
  const unit = a => scaled(a, 1 / Math.hypot(...a));

  function attach(shape, name, numbers) {
    shape.dispose(); // frees the old numbers on the graphics card
    return shape.setAttribute(name, new THREE.BufferAttribute(Float32Array.from(numbers), 3));
  }

  const shapeOf = points => attach(new THREE.BufferGeometry(), "position", points);

  // A line on a sphere as a ribbon, since WebGL's own lines are one pixel wide.  lay() puts it
  // through n points, numbered from `first`; its width is 0 where `cuts` interrupts it.
  function ribbon(room, width, material) {
    const shape = shapeOf(new Float32Array(6 * room)), corners = [0, 1, 2, 2, 1, 3];
    shape.setIndex(new THREE.BufferAttribute(Uint16Array.from({ length: 6 * room - 6 },
      (_, i) => 2 * Math.floor(i / 6) + corners[i % 6]), 1));
    const mesh = new THREE.Mesh(shape, material), edges = shape.attributes.position;
    mesh.frustumCulled = false;
    mesh.lay = (p, n, cuts, first = 0) => {
      let x = 0, y = 0, z = 0; // a vector across the line, of half its width
      for (let k = 0; k < 3 * n; k += 3) {
        const a = Math.max(0, k - 3), b = Math.min(3 * n - 3, k + 3);
        const u = p[b] - p[a], v = p[b + 1] - p[a + 1], w = p[b + 2] - p[a + 2];
        const cx = p[k + 1] * w - p[k + 2] * v, cy = p[k + 2] * u - p[k] * w;
        const cz = p[k] * v - p[k + 1] * u, size = 2 * Math.hypot(cx, cy, cz) / width;
        if (size > 1e-9) [x, y, z] = [cx / size, cy / size, cz / size];
        const at = first + k / 3, isCut = cuts && (cuts.has(at) || cuts.has(at + 1));
        if (isCut) [x, y, z] = [0, 0, 0];
        edges.setXYZ(2 * k / 3, p[k] + x, p[k + 1] + y, p[k + 2] + z);
        edges.setXYZ(2 * k / 3 + 1, p[k] - x, p[k + 1] - y, p[k + 2] - z);
      }
      edges.needsUpdate = true;
      shape.setDrawRange(0, 6 * Math.max(0, n - 1));
    };
    return mesh;
  }

  // The parts common to both figures: camera, light, keys and touch.
  class View {
    // style(name) is a colour of style.css; changed() is called when the camera moves.
    constructor(canvas, style, changed) {
      const options = { canvas, antialias: true, alpha: true, preserveDrawingBuffer: true };
      // Without WebGL three.js writes to the console only; this error is shown on the page.
      options.context = canvas.getContext("webgl", options);
      if (!options.context) throw new Error("this browser offers no WebGL");
      Object.assign(this, { canvas, style, changed, tinted: [], labels: [] });
      this.renderer = new THREE.WebGLRenderer(options);
      this.scene = new THREE.Scene();
      this.camera = new THREE.PerspectiveCamera(32, 1, 0.1, 50);
      this.camera.up.set(0, 0, 1);
      const light = new THREE.DirectionalLight(0xffffff, 0.5);
      light.position.set(-1, 1, 1);
      this.camera.add(light);
      this.scene.add(this.camera, new THREE.AmbientLight(0xffffff, 0.65));
      const c = this.controls = new THREE.OrbitControls(this.camera, canvas);
      Object.assign(c, { enableKeys: false, enablePan: false, enableZoom: false, minDistance: 3,
        maxDistance: 15 });
      c.addEventListener("change", changed);
      // The wheel scrolls the page until the figure has the focus (by a click or Tab); one finger
      // that moves up or down also scrolls the page (touch-action in style.css).
      canvas.addEventListener("focus", () => { c.enableZoom = true; });
      canvas.addEventListener("blur", () => { c.enableZoom = false; });
      for (const name of ["touchstart", "touchmove"])
        canvas.addEventListener(name, event => {
          c.enableZoom = event.touches.length > 1 || document.activeElement === canvas;
          if (event.touches.length === 1) event.preventDefault = () => {};
        }, { capture: true, passive: true });
      canvas.addEventListener("keydown", event => this.key(event));
      this.reset();
    }

    reset() {
      this.camera.position.set(4.1, 3.0, 2.3);
      this.controls.update();
      this.changed();
    }

    key(event) {
      const turn = { ArrowLeft: [-0.1, 0], ArrowRight: [0.1, 0], ArrowUp: [0, 0.1],
        ArrowDown: [0, -0.1], "+": 0.9, "=": 0.9, "-": 1 / 0.9 }[event.key];
      if (!turn || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      const p = this.camera.position, [east, up] = turn.length ? turn : [0, 0];
      const r = Math.min(15, Math.max(3, p.length() * (turn.length ? 1 : turn)));
      const a = Math.atan2(p.y, p.x) + east;
      const b = Math.min(1.5, Math.max(-1.5, Math.asin(p.z / p.length()) + up));
      p.set(r * Math.cos(a) * Math.cos(b), r * Math.sin(a) * Math.cos(b), r * Math.sin(b));
      this.controls.update();
      this.changed();
    }

    // Gives a material this colour of style.css, now and after the colour scheme changes.
    tint(material, name) {
      this.tinted.push([material, name]);
      return material;
    }

    lines(name, points = [], Kind = THREE.LineSegments) {
      return new Kind(shapeOf(points), this.tint(new THREE.LineBasicMaterial(), name));
    }

    recolour() {
      for (const [material, name] of this.tinted) material.color.set(this.style(name));
      for (const [words, name, image, map] of this.labels) {
        const p = image.getContext("2d");
        p.clearRect(0, 0, 64, 64);
        Object.assign(p, { font: "bold 40px system-ui, sans-serif", textAlign: "center",
          textBaseline: "middle", fillStyle: this.style(name) });
        p.fillText(words, 32, 34);
        map.needsUpdate = true;
      }
    }

    label(words, name, place) {
      const image = document.createElement("canvas"), map = new THREE.CanvasTexture(image);
      image.width = image.height = 64;
      const sprite = new THREE.Sprite(new THREE.SpriteMaterial({ depthTest: false, map }));
      sprite.scale.setScalar(0.26);
      sprite.position.set(...place);
      this.labels.push([words, name, image, map]);
      return sprite;
    }

    // An arrow from its position; aim() sets its direction and length.
    arrow(name, thick) {
      const paint = this.tint(new THREE.MeshLambertMaterial(), name), group = new THREE.Group();
      const shaft = new THREE.Mesh(new THREE.CylinderBufferGeometry(thick, thick, 1, 12), paint);
      const head = new THREE.Mesh(new THREE.ConeBufferGeometry(3 * thick, 8 * thick, 20), paint);
      const up = new THREE.Vector3(0, 1, 0), tip = 8 * thick;
      group.add(shaft, head);
      group.aim = to => {
        const length = Math.hypot(...to);
        group.visible = length > 1e-6;
        if (!group.visible) return;
        shaft.scale.y = Math.max(1e-6, length - tip);
        shaft.position.y = (length - tip) / 2;
        head.position.y = length - tip / 2;
        group.quaternion.setFromUnitVectors(up, new THREE.Vector3(...unit(to)));
      };
      return group;
    }

    // The axes of the body, as arrows with labels.
    axes(length, thick) {
      const group = new THREE.Group();
      for (const [i, e] of [[1, [1, 0, 0]], [2, [0, 1, 0]], [3, [0, 0, 1]]]) {
        const arrow = this.arrow("--e" + i, thick);
        arrow.aim(scaled(e, length));
        group.add(arrow, this.label("e" + i, "--e" + i, scaled(e, 1.1 * length)));
      }
      return group;
    }

    render() {
      const { canvas, camera, renderer } = this, w = canvas.clientWidth, h = canvas.clientHeight;
      const scale = Math.min(2, window.devicePixelRatio || 1), size = [w, h, scale].join();
      if (!w || !h) return;
      if (this.size !== size) {
        this.size = size;
        renderer.setPixelRatio(scale);
        renderer.setSize(w, h, false);
        camera.aspect = w / h;
        // A narrow figure is limited by its width.
        camera.fov = 360 / Math.PI * Math.atan(Math.tan(16 * Math.PI / 180) * Math.max(1, h / w));
        camera.updateProjectionMatrix();
      }
      renderer.render(this.scene, camera);
    }
  }

  // The body in its axes, inside a sphere of radius 1, and lines of its surface.
  function bodyShape(data) {
    const { kind, size, at = [0, 0, 0] } = data.shape || {}, place = new THREE.Matrix4();
    let shape;
    if (data.shape) {
      const reach = Math.hypot(...at) + (kind === "box" ? Math.hypot(...size) / 2
        : Math.hypot(size[0], size[1] / 2));
      shape = kind === "box" ? new THREE.BoxBufferGeometry(...size, 2, 2, 2)
        : new THREE.CylinderBufferGeometry(size[0], size[0], size[1], 48, 2).rotateX(Math.PI / 2);
      place.makeScale(1 / reach, 1 / reach, 1 / reach).multiply(
        new THREE.Matrix4().makeTranslation(...at));
    } else {
      const { moments, axes } = Motion.principal(data.inertia);
      const s = moments.map(m => Math.sqrt(Math.max(1e-300, Math.min(...moments)) / m));
      shape = new THREE.SphereBufferGeometry(1, 48, 32);
      place.set(...[0, 3, 6].flatMap(i => [0, 1, 2].map(k => axes[i + k] * s[k]).concat(0)),
        0, 0, 0, 1);
    }
    const lines = data.shape ? new THREE.EdgesGeometry(shape, 20) : shapeOf(circles());
    // Two shades make turning visible: neighbouring octants have different shades.
    const painted = shape.toNonIndexed(), p = painted.attributes.position.array;
    attach(painted, "color", p.map((_, i) => [0, 1, 2].reduce((shade, k) => {
      const corner = i - i % 9 + k;
      return shade * (p[corner] + p[corner + 3] + p[corner + 6] > 0 ? 1 : -1);
    }, 1) > 0 ? 1 : 0.72));
    painted.applyMatrix(place);
    lines.applyMatrix(place);
    return { painted, lines: lines.scale(1.01, 1.01, 1.01) };
  }

  // Circles around the axes on the unit sphere, as pairs of points.
  function circles() {
    const points = [], n = 72;
    for (let axis = 0; axis < 3; axis++)
      for (const height of [-0.6, 0, 0.6])
        for (let i = 0; i < 2 * n; i++) {
          const a = Math.PI * 2 * ((i + 1) >> 1) / n, r = Math.sqrt(1 - height * height);
          const p = [r * Math.cos(a), r * Math.sin(a), height];
          points.push(p[axis], p[(axis + 1) % 3], p[(axis + 2) % 3]);
        }
    return points;
  }

  function turn(object, row) {
    const r = row.subarray(R, R + 9);
    object.matrix.set(r[0], r[1], r[2], 0, r[3], r[4], r[5], 0, r[6], r[7], r[8], 0, 0, 0, 0, 1);
    object.matrixWorldNeedsUpdate = true;
  }

  class Body extends View {
    constructor(canvas, data, style, changed) {
      super(canvas, style, changed);
      const { painted, lines } = bodyShape(data), a = 1.5;
      this.body = new THREE.Group();
      this.body.add(new THREE.Mesh(painted, this.tint(new THREE.MeshLambertMaterial(
        { vertexColors: THREE.VertexColors }), "--body")), this.axes(REACH, 0.018));
      this.ghost = new THREE.LineSegments(lines, this.tint(new THREE.LineBasicMaterial(
        { transparent: true, opacity: 0.75 }), "--two"));
      this.body.matrixAutoUpdate = this.ghost.matrixAutoUpdate = false;
      this.trail = ribbon(1501, 0.022, this.tint(new THREE.MeshBasicMaterial(
        { side: THREE.DoubleSide }), "--one"));
      this.points = new Float32Array(3 * 1501);
      // The frame of space: its axes and the horizon.
      this.scene.add(this.body, this.ghost, this.trail, this.lines("--faint", [-a, 0, 0, a, 0, 0,
        0, -a, 0, 0, a, 0, 0, 0, -a, 0, 0, a]), this.lines("--faint", Array.from({ length: 291 },
        (_, i) => a * [Math.cos(Math.floor(i / 3) * Math.PI / 48),
          Math.sin(Math.floor(i / 3) * Math.PI / 48), 0][i % 3]), THREE.Line));
      ["x", "y", "z"].forEach((name, i) => this.scene.add(this.label(name, "--muted",
        [0, 1, 2].map(k => k === i ? 1.62 : 0))));
      this.recolour();
    }

    // Shows the attitude of a cursor, and of the second method's cursor.
    show({ trail, shown, run }, beside) {
      turn(this.body, shown);
      this.ghost.visible = !!beside;
      if (beside) turn(this.ghost, beside.shown);
      const n = 3 * trail.count, p = this.points;
      for (let i = 0; i < n; i++) p[i] = REACH * trail.points[i];
      for (let i = 0; i < 3; i++) p[n + i] = REACH * shown[R + 3 * i + trail.axis];
      this.trail.lay(p, run.coarse ? 0 : n / 3 + 1);
    }
  }

  class Sphere extends View {
    constructor(canvas, style, changed) {
      super(canvas, style, changed);
      const ball = new THREE.Mesh(new THREE.SphereBufferGeometry(0.99, 48, 32), this.tint(
        new THREE.MeshLambertMaterial({ transparent: true, opacity: 0.62 }), "--ball"));
      const paint = options => this.tint(new THREE.MeshBasicMaterial(
        { side: THREE.DoubleSide, ...options }), "--one");
      this.levels = this.lines("--faint");
      this.saddles = this.lines("--text");
      this.whole = ribbon(Motion.SAMPLES, 0.014, paint({ transparent: true, opacity: 0.2,
        depthWrite: false }));
      this.whole.renderOrder = -1; // drawn first, so that it is visible through the ball
      this.recent = ribbon(RECENT + 1, 0.024, paint());
      this.dots = new THREE.Points(shapeOf([]), this.tint(new THREE.PointsMaterial(
        { size: 4, sizeAttenuation: false }), "--one"));
      this.points = new Float32Array(3 * Motion.SAMPLES);
      this.near = new Float32Array(3 * RECENT + 3);
      this.arrows = [this.arrow("--one", 0.022), this.arrow("--muted", 0.016),
        this.arrow("--two", 0.016)]; // L or the vertical, J w, h of the wheels
      this.scene.add(this.axes(1.28, 0.012), ball, this.levels, this.saddles, this.whole,
        this.recent, this.dots, ...this.arrows);
      for (const line of [this.levels, this.saddles, this.dots]) line.frustumCulled = false;
      this.recolour();
    }

    // kind: "momentum" or "vertical"; inverse: the inverse of J, for the levels
    setPath(run, kind, inverse) {
      const momentum = kind === "momentum", p = this.points;
      Object.assign(this, { run, momentum, inverse, J: Motion.inverse3(inverse), levelsOf: null });
      this.unit = momentum ? norm(run.rows, L) || 1 : 1;
      this.from = momentum ? L : R + 6;
      this.cuts = run.cuts(this.from);
      let widest = 0;
      for (let i = 0; i < 3 * run.count; i++) {
        const row = Math.floor(i / 3);
        p[i] = 1.004 * run.rows[row * run.width + this.from + i % 3] / this.unit;
        if (i > 2 && !this.cuts.has(row)) widest = Math.max(widest, Math.abs(p[i] - p[i - 3]));
      }
      // A line through samples that are far apart would not be the path.
      this.dense = widest < 0.35 && !run.coarse;
      this.whole.lay(p, this.dense ? run.count : 0, this.cuts);
      attach(this.dots.geometry, "position", this.dense ? [] : p.subarray(0, 3 * run.count));
      this.setLevels(this.wheels(run.rows.subarray(0, run.width)).h);
    }

    // The parts of L: the body's own and that of its wheels.
    wheels(row) {
      const own = times(this.J, row.subarray(W, W + 3));
      return { own: scaled(own, 1 / this.unit),
        h: scaled(less(row.subarray(L, L + 3), own), 1 / this.unit) };
    }

    // Levels depend on the wheels' momentum; they are redrawn after it has changed, which takes
    // longer than a frame.
    setLevels(h) {
      const now = performance.now(), before = this.levelsOf;
      clearTimeout(this.later);
      if (before && Math.hypot(...less(h, before)) < 0.02) return;
      if (before && now - this.levelsAt < 250) {
        this.later = setTimeout(() => { this.setLevels(h); this.changed(); }, 260);
        return;
      }
      Object.assign(this, { levelsOf: h, levelsAt: now });
      const found = this.momentum ? contours(this.inverse, h) : [[], []];
      attach(this.levels.geometry, "position", found[0]);
      attach(this.saddles.geometry, "position", found[1]);
    }

    show(cursor) {
      const { run, points: p } = this, [whole, own, wheels] = this.arrows;
      const to = scaled(cursor.shown.subarray(this.from, this.from + 3), 1 / this.unit);
      whole.aim(to);
      const end = run.find(cursor.row[0]) + 1, n = Math.min(end, RECENT);
      this.near.set(p.subarray(3 * (end - n), 3 * end));
      this.near.set(scaled(to, 1.004), 3 * n);
      this.recent.lay(this.near, this.dense ? n + 1 : 0, this.cuts, end - n);
      const parts = this.momentum && this.wheels(cursor.shown);
      own.visible = wheels.visible = false;
      if (!parts || Math.hypot(...parts.h) < 1e-6) return;
      own.aim(parts.own);
      wheels.aim(parts.h);
      wheels.position.set(...parts.own);
      this.setLevels(parts.h);
    }
  }

  // Lines of equal energy (u - h)' A (u - h) / 2 on the unit sphere, as pairs of points: nine
  // levels, and the levels of its saddles.
  function contours(A, h) {
    const energy = u => dot(less(u, h), times(A, less(u, h))) / 2;
    const n = 64, m = 128, grid = [], found = [[], []];
    for (let i = 0; i <= n; i++)
      for (let j = 0; j <= m; j++) {
        const a = Math.PI * i / n, b = 2 * Math.PI * j / m;
        grid.push([Math.sin(a) * Math.cos(b), Math.sin(a) * Math.sin(b), Math.cos(a)]);
      }
    const values = grid.map(energy), low = Math.min(...values), spread = Math.max(...values) - low;
    if (!(spread > 1e-9 * (low + spread))) return found;
    const all = [[1, 2, 3, 4, 5, 6, 7, 8, 9].map(k => low + spread * k / 10),
      saddleLevels(A, h, grid, energy, spread)];
    const edge = (p, q, level, to) => {
      if (values[p] > level === values[q] > level) return;
      const part = (level - values[p]) / (values[q] - values[p]);
      to.push(...scaled(unit(grid[p].map((v, i) => v + part * (grid[q][i] - v))), 1.002));
    };
    for (let p = 0; p < n * (m + 1); p++)
      for (const [a, b, c] of p % (m + 1) < m ? [[p, p + m + 1, p + m + 2], [p, p + m + 2, p + 1]]
        : [])
        all.forEach((levels, k) => levels.forEach(level => {
          edge(a, b, level, found[k]);
          edge(b, c, level, found[k]);
          edge(c, a, level, found[k]);
        }));
    return found;
  }

  // The energies of saddles, by Newton's method from points all over the sphere.
  function saddleLevels(A, h, grid, energy, spread) {
    const found = [], steep = (A[0] + A[4] + A[8]) ** 2; // scale of round-off in det
    for (let s = 5; s < grid.length; s += 97) {
      let u = grid[s], left = 1, det = 1;
      for (let k = 0; k < 12 && left > 1e-9; k++) {
        const g = times(A, less(u, h)), pull = dot(g, u);
        const a = unit(Math.abs(u[0]) < 0.6 ? [0, u[2], -u[1]] : [-u[2], 0, u[0]]);
        const b = [u[1] * a[2] - u[2] * a[1], u[2] * a[0] - u[0] * a[2], u[0] * a[1] - u[1] * a[0]];
        const Ab = times(A, b), aa = dot(a, times(A, a)) - pull, ab = dot(a, Ab);
        const bb = dot(b, Ab) - pull, ga = dot(g, a), gb = dot(g, b);
        det = aa * bb - ab * ab;
        const x = (ab * gb - bb * ga) / det, y = (ab * ga - aa * gb) / det;
        left = Math.hypot(x, y);
        const cut = Math.min(1, 0.5 / left);
        u = unit(u.map((v, i) => v + cut * (x * a[i] + y * b[i])));
      }
      const e = energy(u);
      if (left <= 1e-9 && det < -1e-9 * steep && !found.some(f => Math.abs(f - e) < 1e-6 * spread))
        found.push(e);
    }
    return found;
  }

  return { Body, Sphere };
})();
