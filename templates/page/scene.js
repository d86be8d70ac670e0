// SPDX-License-Identifier: MIT
// The two scenes of the report, by three.js: the body in space, and on a sphere in the body its
// momentum or the vertical.  Lengths are relative, so that every body fills its figure.
const Scenes = (() => {
  "use strict";

  const { R, L, W, norm, times } = Motion;
  const AXES = ["--e1", "--e2", "--e3"], REACH = 1.3; // of a body whose radius is 1

  function has3d() {
    return typeof THREE !== "undefined" && THREE.OrbitControls !== undefined;
  }

  function geometry(points) {
    const made = new THREE.BufferGeometry();
    made.setAttribute("position", new THREE.BufferAttribute(Float32Array.from(points), 3));
    return made;
  }

  // A line on a sphere as a ribbon in it, since WebGL's own lines are a pixel wide.
  class Ribbon {
    constructor(width) {
      this.width = width;
      this.mesh = new THREE.Mesh(new THREE.BufferGeometry(),
        new THREE.MeshBasicMaterial({ side: THREE.DoubleSide }));
      this.mesh.frustumCulled = false;
      this.room = 0;
    }

    reserve(n) {
      if (n <= this.room) return;
      const index = new Uint16Array(6 * n);
      this.room = n;
      for (let i = 0; i + 1 < n; i++)
        index.set([0, 1, 2, 2, 1, 3].map(k => 2 * i + k), 6 * i);
      this.edges = new Float32Array(6 * n);
      const shape = this.mesh.geometry;
      shape.setAttribute("position", new THREE.BufferAttribute(this.edges, 3));
      shape.setIndex(new THREE.BufferAttribute(index, 1));
    }

    set(p, n) {
      this.reserve(n);
      let x = 0, y = 0, z = 0; // across the line, half as long as it is wide
      for (let i = 0, k = 0; i < n; i++, k += 3) {
        const a = 3 * Math.max(0, i - 1), b = 3 * Math.min(n - 1, i + 1);
        const u = p[b] - p[a], v = p[b + 1] - p[a + 1], w = p[b + 2] - p[a + 2];
        const cx = p[k + 1] * w - p[k + 2] * v, cy = p[k + 2] * u - p[k] * w;
        const cz = p[k] * v - p[k + 1] * u, size = Math.hypot(cx, cy, cz);
        if (size > 1e-12) {
          const half = this.width / 2 / size;
          x = cx * half, y = cy * half, z = cz * half;
        }
        const e = this.edges, o = 2 * k;
        e[o] = p[k] + x, e[o + 1] = p[k + 1] + y, e[o + 2] = p[k + 2] + z;
        e[o + 3] = p[k] - x, e[o + 4] = p[k + 1] - y, e[o + 5] = p[k + 2] - z;
      }
      this.mesh.geometry.attributes.position.needsUpdate = true;
      this.mesh.geometry.setDrawRange(0, 6 * Math.max(0, n - 1));
      this.mesh.visible = n > 1;
    }
  }

  // What both figures have: camera, light, keys, touch, an image only where something has changed.
  class View {
    constructor(canvas, style, changed) {
      const options = { canvas, antialias: true, alpha: true, preserveDrawingBuffer: true };
      // three.js tells the console where there is no WebGL; here the page tells the reader.
      options.context = canvas.getContext("webgl", options);
      if (!options.context) throw new Error("WebGL is not available");
      Object.assign(this, { canvas, style, changed });
      this.renderer = new THREE.WebGLRenderer(options);
      this.scene = new THREE.Scene();
      this.camera = new THREE.PerspectiveCamera(32, 1, 0.1, 50);
      this.camera.up.set(0, 0, 1);
      this.scene.add(new THREE.AmbientLight(0xffffff, 0.62));
      const light = new THREE.DirectionalLight(0xffffff, 0.5);
      light.position.set(-1, -1, 2);
      this.camera.add(light);
      this.scene.add(this.camera);
      this.tinted = []; // [material, CSS name]
      const c = this.controls = new THREE.OrbitControls(this.camera, canvas);
      Object.assign(c, { enableKeys: false, enablePan: false, enableZoom: false, minDistance: 3,
        maxDistance: 15 });
      c.addEventListener("change", changed);
      // The wheel scrolls the page until the figure has been chosen by a click or Tab.
      canvas.addEventListener("focus", () => { c.enableZoom = true; });
      canvas.addEventListener("blur", () => { c.enableZoom = false; });
      // One finger that moves up or down scrolls the page (touch-action in style.css), too.
      for (const name of ["touchstart", "touchmove"])
        canvas.addEventListener(name, event => {
          c.enableZoom = event.touches.length > 1 || document.activeElement === canvas;
          if (event.touches.length === 1) event.preventDefault = () => {};
        }, { capture: true, passive: true });
      canvas.addEventListener("keydown", event => this.key(event));
      this.reset();
    }

    reset() {
      this.controls.target.set(0, 0, 0);
      this.camera.position.set(4.1, 3.0, 2.3);
      this.controls.update();
      this.changed();
    }

    key(event) {
      const p = new THREE.Spherical().setFromVector3(
        new THREE.Vector3(this.camera.position.x, this.camera.position.z, -this.camera.position.y));
      const turn = { ArrowLeft: [-0.1, 0], ArrowRight: [0.1, 0], ArrowUp: [0, -0.1],
        ArrowDown: [0, 0.1] }[event.key];
      const zoom = { "+": 0.9, "=": 0.9, "-": 1 / 0.9 }[event.key];
      if (event.ctrlKey || event.metaKey || event.altKey || !(turn || zoom)) return;
      event.preventDefault();
      event.stopPropagation();
      if (turn) {
        p.theta += turn[0];
        p.phi = Math.min(3.1, Math.max(0.04, p.phi + turn[1]));
      }
      p.radius = Math.min(15, Math.max(3, p.radius * (zoom || 1)));
      const v = new THREE.Vector3().setFromSpherical(p);
      this.camera.position.set(v.x, -v.z, v.y);
      this.controls.update();
      this.changed();
    }

    tint(object, name) {
      this.tinted.push([object.material || object, name]);
      return object;
    }

    recolour() {
      for (const [material, name] of this.tinted) material.color.set(this.style(name));
      this.relabel();
    }

    // A material that is lit or not, of the colour of that CSS name.
    plain(name, options) {
      return this.tint(new THREE.LineBasicMaterial(options), name);
    }

    // An arrow from the centre; aim() turns and stretches it.
    arrow(name, thick = 0.022) {
      const paint = this.tint(new THREE.MeshLambertMaterial(), name), group = new THREE.Group();
      const shaft = new THREE.Mesh(new THREE.CylinderBufferGeometry(thick, thick, 1, 12), paint);
      const head = new THREE.Mesh(new THREE.ConeBufferGeometry(3 * thick, 8 * thick, 20), paint);
      group.add(shaft, head);
      const up = new THREE.Vector3(0, 1, 0), to = new THREE.Vector3();
      group.aim = (x, y, z) => {
        const length = Math.hypot(x, y, z), tip = 8 * thick;
        group.visible = length > 1e-6;
        if (!group.visible) return;
        shaft.scale.y = Math.max(1e-6, length - tip);
        shaft.position.y = (length - tip) / 2;
        head.position.y = length - tip / 2;
        group.quaternion.setFromUnitVectors(up, to.set(x, y, z).divideScalar(length));
      };
      return group;
    }

    label(words, name, x, y, z) {
      const image = document.createElement("canvas");
      image.width = image.height = 64;
      const sprite = new THREE.Sprite(new THREE.SpriteMaterial({ depthTest: false,
        map: new THREE.CanvasTexture(image) }));
      sprite.scale.setScalar(0.26);
      sprite.position.set(x, y, z);
      (this.labels = this.labels || []).push([words, name, image, sprite]);
      return sprite;
    }

    relabel() {
      for (const [words, name, image, sprite] of this.labels || []) {
        const p = image.getContext("2d");
        p.clearRect(0, 0, 64, 64);
        p.font = "bold 40px system-ui, sans-serif";
        p.textAlign = "center";
        p.textBaseline = "middle";
        p.fillStyle = this.style(name);
        p.fillText(words, 32, 34);
        sprite.material.map.needsUpdate = true;
      }
    }

    // The axes of the body, as arrows with labels.
    bodyAxes(length, thick) {
      const group = new THREE.Group();
      AXES.forEach((name, i) => {
        const arrow = this.arrow(name, thick), e = [0, 1, 2].map(k => k === i ? length : 0);
        arrow.aim(...e);
        group.add(arrow, this.label("e" + (i + 1), name, ...e.map(v => v * 1.1)));
      });
      return group;
    }

    render() {
      const { canvas, camera, renderer } = this, w = canvas.clientWidth, h = canvas.clientHeight;
      const scale = Math.min(2, window.devicePixelRatio || 1);
      if (!w || !h) return;
      if (this.size !== w + " " + h + " " + scale) {
        this.size = w + " " + h + " " + scale;
        renderer.setPixelRatio(scale);
        renderer.setSize(w, h, false);
        camera.aspect = w / h;
        // Narrow figures are limited by their width.
        camera.fov = w < h ? 2 * Math.atan(Math.tan(16 * Math.PI / 180) * h / w) * 180 / Math.PI
          : 32;
        camera.updateProjectionMatrix();
      }
      renderer.render(this.scene, camera);
    }
  }

  // Turning is seen by two shades: each octant of the body has another one than its neighbours.
  function paint(shape) {
    const made = shape.toNonIndexed ? shape.toNonIndexed() : shape;
    const p = made.attributes.position.array, shades = new Float32Array(p.length);
    for (let i = 0; i < p.length; i += 9) {
      let sign = 1;
      for (let k = 0; k < 3; k++) sign *= p[i + k] + p[i + k + 3] + p[i + k + 6] > 0 ? 1 : -1;
      shades.fill(sign > 0 ? 1 : 0.72, i, i + 9);
    }
    made.setAttribute("color", new THREE.BufferAttribute(shades, 3));
    return made;
  }

  // The body, in its axes, so large that a sphere of radius 1 holds it; and its edges.
  function bodyShape(data) {
    const { kind, size } = data.shape || {}, place = new THREE.Matrix4();
    let shape;
    if (kind === "box") {
      const half = Math.hypot(...size) / 2;
      shape = new THREE.BoxBufferGeometry(...size.map(s => s / half), 2, 2, 2);
    } else if (kind === "cylinder") {
      const reach = Math.hypot(size[0], size[1] / 2);
      shape = new THREE.CylinderBufferGeometry(size[0] / reach, size[0] / reach, size[1] / reach,
        48, 2);
      place.makeRotationX(Math.PI / 2);
    } else {
      const { moments, axes } = Motion.principal(data.inertia), least = Math.min(...moments);
      const s = moments.map(m => Math.sqrt(Math.max(least, 1e-300) / m));
      shape = new THREE.SphereBufferGeometry(1, 48, 32);
      const c = (i, k) => axes[3 * i + k] * s[k];
      place.set(c(0, 0), c(0, 1), c(0, 2), 0, c(1, 0), c(1, 1), c(1, 2), 0, c(2, 0), c(2, 1),
        c(2, 2), 0, 0, 0, 0, 1);
    }
    const painted = paint(shape);
    painted.applyMatrix(place);
    const edges = data.shape ? new THREE.EdgesGeometry(shape, 20) : geometry(circles());
    edges.applyMatrix(place);
    return { painted, edges: edges.scale(1.01, 1.01, 1.01) };
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

  // Turns an object by R, rows at o.
  function turn(object, rows, o) {
    const r = k => rows[o + R + k];
    object.matrix.set(r(0), r(1), r(2), 0, r(3), r(4), r(5), 0, r(6), r(7), r(8), 0, 0, 0, 0, 1);
    object.matrixWorldNeedsUpdate = true;
  }

  class Body extends View {
    constructor(canvas, data, style, changed) {
      super(canvas, style, changed);
      const { painted, edges } = bodyShape(data), fixed = new THREE.Group();
      this.body = new THREE.Group();
      this.body.add(new THREE.Mesh(painted, this.tint(new THREE.MeshLambertMaterial(
        { vertexColors: THREE.VertexColors }), "--body")), this.bodyAxes(REACH, 0.018));
      this.ghost = new THREE.LineSegments(edges, this.plain("--two",
        { transparent: true, opacity: 0.75 }));
      this.body.matrixAutoUpdate = this.ghost.matrixAutoUpdate = false;
      this.trail = new Ribbon(0.022);
      this.tint(this.trail.mesh, "--one");
      this.points = new Float32Array(3 * 1501);
      // The frame of space: its axes and the horizon.
      const faint = this.plain("--faint"), a = 1.5, circle = [];
      for (let i = 0; i <= 96; i++)
        circle.push(a * Math.cos(i * Math.PI / 48), a * Math.sin(i * Math.PI / 48), 0);
      fixed.add(new THREE.LineSegments(geometry([-a, 0, 0, a, 0, 0, 0, -a, 0, 0, a, 0, 0, 0, -a,
        0, 0, a]), faint), new THREE.Line(geometry(circle), faint));
      ["x", "y", "z"].forEach((name, i) => fixed.add(this.label(name, "--muted",
        ...[0, 1, 2].map(k => k === i ? 1.62 : 0))));
      this.scene.add(this.body, this.ghost, this.trail.mesh, fixed);
      this.recolour();
    }

    // Shows the cursor's time, and that of the method beside it.
    show(cursor, beside) {
      const { trail, shown } = cursor, n = trail.count;
      turn(this.body, shown, 0);
      this.ghost.visible = !!beside;
      if (beside) turn(this.ghost, beside.shown, 0);
      for (let i = 0; i < 3 * n; i++) this.points[i] = REACH * trail.points[i];
      for (let i = 0; i < 3; i++) this.points[3 * n + i] = REACH * shown[R + 3 * i + trail.axis];
      this.trail.set(this.points, n + 1);
    }
  }

  class Sphere extends View {
    constructor(canvas, style, changed) {
      super(canvas, style, changed);
      this.scene.add(this.bodyAxes(1.28, 0.012));
      const ball = new THREE.Mesh(new THREE.SphereBufferGeometry(0.99, 48, 32),
        this.tint(new THREE.MeshLambertMaterial({ transparent: true, opacity: 0.8 }), "--ball"));
      const lines = name => new THREE.LineSegments(new THREE.BufferGeometry(), this.plain(name));
      this.levels = lines("--faint");
      this.saddles = lines("--text");
      this.path = new Ribbon(0.02);
      this.dots = new THREE.Points(new THREE.BufferGeometry(), this.tint(new THREE.PointsMaterial(
        { size: 4, sizeAttenuation: false }), "--one"));
      this.tint(this.path.mesh, "--one");
      this.arrows = [this.arrow("--one"), this.arrow("--muted", 0.016),
        this.arrow("--two", 0.016)]; // L or the vertical, J w, the wheels' h
      this.scene.add(ball, this.levels, this.saddles, this.path.mesh, this.dots, ...this.arrows);
      this.recolour();
    }

    replace(line, points) {
      line.geometry.setAttribute("position", new THREE.BufferAttribute(points, 3));
      line.geometry.setDrawRange(0, points.length / 3);
      line.visible = points.length > 0;
      line.frustumCulled = false;
    }

    // kind: "momentum" or "vertical"; body: {inverse, J} of w = J^-1 (L - h), if they are known.
    setPath(run, kind, body) {
      Object.assign(this, { run, kind, body, size: "" });
      this.unit = kind === "momentum" ? norm(run.rows, L) || 1 : 1;
      this.from = kind === "momentum" ? L : R + 6;
      const points = new Float32Array(3 * run.count);
      let widest = 0;
      for (let i = 0; i < run.count; i++)
        for (let k = 0; k < 3; k++) {
          const at = 3 * i + k;
          points[at] = 1.004 * run.rows[i * run.width + this.from + k] / this.unit;
          if (i) widest = Math.max(widest, Math.abs(points[at] - points[at - 3]));
        }
      // Where samples lie far apart a line through them would not be the path.
      const dense = widest < 0.35;
      this.path.set(points, dense ? run.count : 0);
      this.replace(this.dots, dense ? new Float32Array(0) : points);
      this.levelsOf = null;
      this.setLevels(run.rows, 0);
    }

    // What the wheels hold: h = L - J w.
    wheels(rows, o) {
      const own = times(this.body.J, [rows[o + W], rows[o + W + 1], rows[o + W + 2]]);
      return { own, h: own.map((v, i) => rows[o + L + i] - v) };
    }

    // Levels move with the wheels' momentum; they are drawn again where it has moved.
    setLevels(rows, o) {
      const none = new Float32Array(0);
      if (this.kind !== "momentum" || !this.body) {
        this.replace(this.levels, none);
        this.replace(this.saddles, none);
        return;
      }
      const h = this.wheels(rows, o).h.map(v => v / this.unit);
      if (this.levelsOf && Math.hypot(...h.map((v, i) => v - this.levelsOf[i])) < 0.02) return;
      this.levelsOf = h;
      const { levels, saddles } = contours(this.body.inverse, h);
      this.replace(this.levels, levels);
      this.replace(this.saddles, saddles);
    }

    show(cursor) {
      const rows = cursor.shown, v = k => rows[this.from + k] / this.unit;
      const [whole, own, wheels] = this.arrows;
      whole.aim(v(0), v(1), v(2));
      own.visible = wheels.visible = false;
      if (this.kind !== "momentum" || !this.body) return;
      const parts = this.wheels(rows, 0), scaled = p => p.map(x => x / this.unit);
      if (Math.hypot(...scaled(parts.h)) < 1e-6) return;
      own.aim(...scaled(parts.own));
      wheels.aim(...scaled(parts.h));
      wheels.position.set(...scaled(parts.own));
      this.setLevels(rows, 0);
    }
  }

  const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  const less = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

  function unit(u) {
    const size = Math.hypot(...u);
    return u.map(v => v / size);
  }

  // Lines of equal energy (u - h)' A (u - h) / 2 on the unit sphere, and those through its saddles.
  function contours(A, h) {
    const energy = u => dot(less(u, h), times(A, less(u, h))) / 2;
    const n = 64, m = 128, grid = [], found = [[], []];
    for (let i = 0; i <= n; i++)
      for (let j = 0; j <= m; j++) {
        const a = Math.PI * i / n, b = 2 * Math.PI * j / m;
        grid.push([Math.sin(a) * Math.cos(b), Math.sin(a) * Math.sin(b), Math.cos(a)]);
      }
    const values = grid.map(energy), low = Math.min(...values), spread = Math.max(...values) - low;
    const cross = (p, q, level) => {
      const part = (level - values[p]) / (values[q] - values[p]);
      return unit(grid[p].map((v, i) => v + part * (grid[q][i] - v))).map(v => 1.002 * v);
    };
    const triangle = (p, q, r, level, to) => {
      const above = k => values[k] > level;
      for (const [a, b] of [[p, q], [q, r], [r, p]])
        if (above(a) !== above(b)) to.push(...cross(a, b, level));
    };
    const nine = [1, 2, 3, 4, 5, 6, 7, 8, 9].map(k => low + spread * k / 10);
    const all = [nine, saddles(A, h, grid, energy, spread)];
    if (!(spread > 1e-9 * (low + spread))) all.fill([]);
    for (let i = 0; i < n; i++)
      for (let j = 0; j < m; j++) {
        const p = i * (m + 1) + j, q = p + m + 1;
        all.forEach((levels, k) => levels.forEach(level => {
          triangle(p, q, q + 1, level, found[k]);
          triangle(p, q + 1, p + 1, level, found[k]);
        }));
      }
    return { levels: Float32Array.from(found[0]), saddles: Float32Array.from(found[1]) };
  }

  // The energies of saddles, by Newton's method on the sphere from points all over it.
  function saddles(A, h, grid, energy, spread) {
    const found = [];
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
      if (left <= 1e-9 && det < 0 && !found.some(f => Math.abs(f - e) < 1e-6 * spread))
        found.push(e);
    }
    return found;
  }

  return { has3d, Body, Sphere };
})();
