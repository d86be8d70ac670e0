// SPDX-License-Identifier: MIT
// Curves over time on 2D canvases.  A plot caches its picture and redraws it only when its data,
// size or colours change: while the motion plays, only the line at the current time moves.
const Curves = (() => {
  "use strict";

  const FLOOR = 1e-17; // smallest value on a logarithmic axis
  const PAD = { left: 58, right: 12, top: 10, bottom: 24 };
  const CROWD = 60; // above this number, lines at events would hide the curves
  const DASHES = [[], [6, 3], [2, 3]];

  // Round numbers, about n of them, between a and b.
  function ticks(a, b, n) {
    const ten = 10 ** Math.floor(Math.log10((b - a) / n));
    const step = ten * [1, 2, 5, 10].find(m => m * ten * n >= 0.999 * (b - a)), all = [];
    for (let k = Math.ceil(a / step - 1e-9); k * step <= b + 1e-9 * step; k++) all.push(k * step);
    return all;
  }

  function text(v, digits = 6) {
    const short = +v.toPrecision(digits), size = Math.abs(short);
    return size && (size < 1e-3 || size >= 1e5) ? short.toExponential() : String(short);
  }

  class Plot {
    // log: use a logarithmic axis.  seek(t) is called when the user points at a time.
    constructor(canvas, log, seek) {
      Object.assign(this, { canvas, log });
      this.set([], 0, 1, []);
      this.picture = document.createElement("canvas");
      const point = event => {
        const part = (event.offsetX - PAD.left) / (canvas.clientWidth - PAD.left - PAD.right);
        seek(this.from + Math.min(1, Math.max(0, part)) * (this.to - this.from));
      };
      canvas.addEventListener("pointerdown", event => {
        if (event.button) return;
        canvas.setPointerCapture(event.pointerId);
        point(event);
      });
      canvas.addEventListener("pointermove", event => {
        if (canvas.hasPointerCapture(event.pointerId)) point(event);
        this.pointAt(event.offsetX);
      });
    }

    // series: a list of {colour, dash, rug, t, y, n}, n points each; colour is a name in style.css.
    // events: a list of {t, words}.
    set(series, from, to, breaks, events = []) {
      Object.assign(this, { series, from, to, breaks, events, stale: true });
      let low = Infinity, high = -Infinity;
      for (const s of series)
        for (let i = 0; i < s.n; i++) {
          if (this.log && s.y[i] === 0) continue; // always below the plot
          const y = this.height(s.y[i]);
          if (y < low) low = y;
          if (y > high) high = y;
        }
      if (!(low <= high)) [low, high] = this.log ? [-17, -15] : [0, 1];
      // Do not magnify the round-off of a constant.
      const least = 1e-9 * Math.max(Math.abs(low), Math.abs(high)) || 1;
      const more = high - low < least ? least : 0.06 * (high - low);
      this.low = this.log ? Math.floor(low) : low - more;
      this.high = this.log ? Math.max(this.low + 2, Math.ceil(high)) : high + more;
    }

    // Sets the title of the canvas to the event near x.
    pointAt(x) {
      const off = e => Math.abs(this.across(e.t, this.canvas.clientWidth) - x);
      const near = this.events.reduce((best, e) => !best || off(e) < off(best) ? e : best, null);
      const words = near && off(near) < 6 ? near.words : "";
      if (this.canvas.title !== words) this.canvas.title = words;
    }

    height(y) {
      return this.log ? Math.log10(Math.max(FLOOR, y)) : y;
    }

    // Draws the line at the time t, and the rest if it has changed.
    draw(t, style) {
      const { canvas, picture } = this, scale = window.devicePixelRatio || 1;
      const w = canvas.clientWidth, h = canvas.clientHeight, p = canvas.getContext("2d");
      if (canvas.width !== Math.round(w * scale) || canvas.height !== Math.round(h * scale)) {
        canvas.width = picture.width = Math.round(w * scale);
        canvas.height = picture.height = Math.round(h * scale);
        this.stale = true;
      }
      if (!canvas.width || !canvas.height) return;
      if (this.stale) this.drawAll(w, h, scale, style);
      this.stale = false;
      p.setTransform(1, 0, 0, 1, 0, 0);
      p.clearRect(0, 0, canvas.width, canvas.height);
      p.drawImage(picture, 0, 0);
      p.fillStyle = style("--text");
      p.fillRect(scale * this.across(t, w), scale * PAD.top, scale,
        scale * (h - PAD.bottom - PAD.top));
    }

    across(t, w) {
      return PAD.left + (t - this.from) / (this.to - this.from) * (w - PAD.left - PAD.right);
    }

    drawAll(w, h, scale, style) {
      const { low, high, log } = this, p = this.picture.getContext("2d"), bottom = h - PAD.bottom;
      const up = y => bottom - (Math.max(low, this.height(y)) - low) / (high - low) *
        (bottom - PAD.top);
      const line = (x0, y0, x1, y1, colour) => {
        p.strokeStyle = style(colour);
        p.beginPath();
        p.moveTo(x0, y0);
        p.lineTo(x1, y1);
        p.stroke();
      };
      p.setTransform(scale, 0, 0, scale, 0, 0);
      p.clearRect(0, 0, w, h);
      Object.assign(p, { font: "12px system-ui, sans-serif", lineWidth: 1,
        fillStyle: style("--muted"), textBaseline: "middle", textAlign: "right" });
      const levels = ticks(low, high, log ? 5 : 4).filter(v => !log || Number.isInteger(v));
      // If labels would look equal, they show the difference from a round number.
      const narrow = !log && high - low < 2e-4 * Math.abs(low), base = narrow ? levels[0] : 0;
      for (const v of levels) {
        const y = up(log ? 10 ** v : v);
        line(PAD.left, y, w - PAD.right, y, "--line");
        p.fillText(log ? "1e" + v : (v > base && narrow ? "+" : "") + text(v - base),
          PAD.left - 6, y, PAD.left - 8);
      }
      p.textAlign = "left";
      if (narrow) p.fillText("from " + +base.toPrecision(10), PAD.left + 4, PAD.top + 4);
      const times = ticks(this.from, this.to, w < 400 ? 4 : 6);
      // If labels would look equal, all but the first show the difference from it.
      const late = Math.abs(this.from) > 1e4 * (this.to - this.from);
      times.forEach((t, i) => {
        const x = this.across(t, w), bare = !late ? text(t) : i ? "+" + text(t - times[0])
          : String(+t.toPrecision(15)), label = bare + (i + 1 === times.length ? " s" : "");
        line(x, bottom, x, bottom + 4, "--muted");
        p.fillText(label, Math.min(w - p.measureText(label).width,
          Math.max(0, x - p.measureText(bare).width / 2)), h - 9);
      });
      p.setLineDash([3, 3]);
      for (const t of this.breaks)
        line(this.across(t, w), PAD.top, this.across(t, w), bottom, "--muted");
      p.setLineDash([]);
      this.drawEvents(p, w, bottom, style("--event"));
      p.lineWidth = 1.6;
      for (const s of this.series) this.drawSeries(p, s, w, up, bottom, style(s.colour));
      p.setLineDash([]);
    }

    // Lines with a mark at their top; only the marks if there are many events.
    drawEvents(p, w, bottom, colour) {
      p.fillStyle = colour;
      for (const { t } of this.events) {
        const x = this.across(t, w);
        p.beginPath();
        p.moveTo(x - 4, PAD.top - 7);
        p.lineTo(x + 4, PAD.top - 7);
        p.lineTo(x, PAD.top);
        p.fill();
        p.globalAlpha = 0.5;
        if (this.events.length <= CROWD) p.fillRect(x - 0.5, PAD.top, 1, bottom - PAD.top);
        p.globalAlpha = 1;
      }
    }

    // Draws the first, the least and the greatest of many points in a column of pixels.
    drawSeries(p, s, w, up, bottom, colour) {
      p.strokeStyle = p.fillStyle = colour;
      p.setLineDash(DASHES[s.dash]);
      p.beginPath();
      let column = NaN, low = 0, high = 0;
      for (let i = 0; i < s.n; i++) {
        const x = this.across(s.t[i], w), y = up(s.y[i]);
        if (Math.round(2 * x) !== column) {
          column = Math.round(2 * x);
          low = high = y;
        } else if (y < low) {
          low = y;
        } else if (y > high) {
          high = y;
        } else {
          continue;
        }
        p.lineTo(x, y);
      }
      p.stroke();
      if (s.rug) for (let i = 0; i < s.n; i++) p.fillRect(this.across(s.t[i], w), bottom - 6, 1, 6);
    }
  }

  return { Plot, text };
})();
