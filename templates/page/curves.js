// SPDX-License-Identifier: MIT
// Curves over time on 2D canvases.  A plot keeps its picture and draws it again only when its
// numbers, size or colours change: while the motion plays, only the line at the time moves.
const Curves = (() => {
  "use strict";

  const FLOOR = 1e-17; // of what is drawn by its logarithm
  const PAD = { left: 58, right: 12, top: 10, bottom: 24 };
  const DASHES = [[], [6, 3], [2, 3]];

  // Round numbers, about n of them, between a and b.
  function ticks(a, b, n) {
    const rough = (b - a) / n, ten = 10 ** Math.floor(Math.log10(rough));
    const step = ten * [1, 2, 5, 10].find(m => m * ten >= rough * 0.999);
    const all = [];
    for (let k = Math.ceil(a / step - 1e-9); k * step <= b + 1e-9 * step; k++) all.push(k * step);
    return all;
  }

  function text(v) {
    if (v === 0) return "0";
    const short = +v.toPrecision(6), size = Math.abs(short);
    return size < 1e-3 || size >= 1e5 ? short.toExponential() : String(short);
  }

  class Plot {
    // what: {canvas, log, seek(t), and per series {colour, dash, dots}: CSS name of a colour}
    constructor(what) {
      Object.assign(this, what, { series: [], from: 0, to: 1, breaks: [] });
      this.paint = this.canvas.getContext("2d");
      this.picture = document.createElement("canvas");
      this.stale = true;
      const seek = event => {
        const box = this.canvas.getBoundingClientRect();
        const part = (event.clientX - box.left - PAD.left) / (box.width - PAD.left - PAD.right);
        this.seek(this.from + Math.min(1, Math.max(0, part)) * (this.to - this.from));
      };
      this.canvas.addEventListener("pointerdown", event => {
        if (event.button) return;
        this.canvas.setPointerCapture(event.pointerId);
        seek(event);
      });
      this.canvas.addEventListener("pointermove", event => {
        if (this.canvas.hasPointerCapture(event.pointerId)) seek(event);
      });
    }

    // series: {name, colour, dash, dots, t, y, n}; y is of the kind that `log` says
    set(series, from, to, breaks) {
      Object.assign(this, { series, from, to, breaks, stale: true });
      let low = Infinity, high = -Infinity;
      for (const s of series)
        for (let i = 0; i < s.n; i++) {
          if (this.log && s.y[i] === 0) continue; // below the plot, however deep it is
          const y = this.height(s.y[i]);
          if (y < low) low = y;
          if (y > high) high = y;
        }
      if (!(low <= high)) [low, high] = this.log ? [-17, -15] : [0, 1];
      if (this.log) {
        low = Math.floor(low);
        high = Math.max(low + 2, Math.ceil(high));
      } else {
        // Round-off of what is constant is no curve to magnify.
        const least = 1e-9 * Math.max(Math.abs(low), Math.abs(high)) || 1;
        const more = Math.max(0.06 * (high - low), high - low < least ? least : 0);
        low -= more;
        high += more;
      }
      this.low = low;
      this.high = high;
    }

    height(y) {
      return this.log ? Math.log10(Math.max(FLOOR, y)) : y;
    }

    // Draws the line at the time t, and all else where it has changed.
    draw(t, style) {
      const scale = window.devicePixelRatio || 1;
      const w = this.canvas.clientWidth, h = this.canvas.clientHeight;
      if (!w || !h) return;
      for (const canvas of [this.canvas, this.picture])
        if (canvas.width !== Math.round(w * scale) || canvas.height !== Math.round(h * scale)) {
          canvas.width = Math.round(w * scale);
          canvas.height = Math.round(h * scale);
          this.stale = true;
        }
      if (this.stale) this.drawAll(w, h, scale, style);
      this.stale = false;
      const p = this.paint, x = this.x(t, w);
      p.setTransform(1, 0, 0, 1, 0, 0);
      p.clearRect(0, 0, this.canvas.width, this.canvas.height);
      p.drawImage(this.picture, 0, 0);
      p.setTransform(scale, 0, 0, scale, 0, 0);
      p.strokeStyle = style("--text");
      p.beginPath();
      p.moveTo(x, PAD.top);
      p.lineTo(x, h - PAD.bottom);
      p.stroke();
    }

    x(t, w) {
      return PAD.left + (t - this.from) / (this.to - this.from) * (w - PAD.left - PAD.right);
    }

    drawAll(w, h, scale, style) {
      const p = this.picture.getContext("2d"), bottom = h - PAD.bottom;
      const y = v => bottom - (Math.max(this.low, this.height(v)) - this.low) / (this.high - this.low) *
        (bottom - PAD.top);
      p.setTransform(scale, 0, 0, scale, 0, 0);
      p.clearRect(0, 0, w, h);
      p.font = "12px system-ui, sans-serif";
      p.lineWidth = 1;
      const line = (x0, y0, x1, y1, colour) => {
        p.strokeStyle = colour;
        p.beginPath();
        p.moveTo(x0, y0);
        p.lineTo(x1, y1);
        p.stroke();
      };
      p.fillStyle = style("--muted");
      p.textBaseline = "middle";
      p.textAlign = "right";
      const levels = this.log ? ticks(this.low, this.high, 5).filter(v => Number.isInteger(v))
        : ticks(this.low, this.high, 4);
      // What varies by less than labels show is labelled by its difference from a round number.
      const narrow = !this.log && this.high - this.low < 2e-4 * Math.abs(this.low);
      const base = narrow ? levels[0] : 0;
      for (const v of levels) {
        const at = y(this.log ? 10 ** v : v);
        line(PAD.left, at, w - PAD.right, at, style("--line"));
        p.fillText(this.log ? "1e" + v : (narrow && v > base ? "+" : "") + text(v - base),
          PAD.left - 6, at, PAD.left - 8);
      }
      p.textAlign = "left";
      if (narrow) p.fillText("from " + base.toPrecision(10), PAD.left + 4, PAD.top + 6);
      p.textBaseline = "alphabetic";
      const times = ticks(this.from, this.to, w < 400 ? 4 : 6);
      for (const t of times) {
        const x = this.x(t, w), label = text(t) + (t === times[times.length - 1] ? " s" : "");
        line(x, bottom, x, bottom + 4, style("--muted"));
        const half = p.measureText(label).width / 2;
        p.textAlign = x + half > w ? "right" : "center";
        p.fillText(label, x + half > w ? w : x, h - 6);
      }
      p.setLineDash([3, 3]);
      for (const t of this.breaks)
        line(this.x(t, w), PAD.top, this.x(t, w), bottom, style("--muted"));
      p.save();
      p.beginPath();
      p.rect(PAD.left - 2, PAD.top - 2, w - PAD.left - PAD.right + 4, bottom - PAD.top + 4);
      p.clip();
      p.lineWidth = 1.6;
      this.series.forEach(s => this.drawSeries(p, s, w, y, bottom, style));
      p.restore();
      p.setLineDash([]);
    }

    // Of many points in one column of pixels only the ends, the least and the greatest count.
    drawSeries(p, s, w, y, bottom, style) {
      p.strokeStyle = p.fillStyle = style(s.colour);
      p.setLineDash(DASHES[s.dash || 0]);
      p.beginPath();
      let column = NaN, low = 0, high = 0;
      for (let i = 0; i < s.n; i++) {
        const x = this.x(s.t[i], w), v = y(s.y[i]);
        if (Math.round(2 * x) !== column) {
          if (i) p.lineTo(x, v);
          else p.moveTo(x, v);
          column = Math.round(2 * x);
          low = high = v;
        } else if (v < low || v > high) {
          low = Math.min(low, v);
          high = Math.max(high, v);
          p.lineTo(x, v);
        }
      }
      p.stroke();
      if (s.rug) for (let i = 0; i < s.n; i++) p.fillRect(this.x(s.t[i], w), bottom - 6, 1, 6);
    }
  }

  return { Plot, text };
})();
