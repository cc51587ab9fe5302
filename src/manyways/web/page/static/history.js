// What a text was, and what it became: undo and redo that know whole picks as one step.

const TYPING = 800; // milliseconds within which keystrokes are one step

export class History {
  /** @param {string} text */
  constructor(text) {
    this.texts = [text];
    this.at = 0;
    this.typed = -Infinity;
  }

  get text() { return this.texts[this.at]; }
  get undoable() { return this.at > 0; }
  get redoable() { return this.at < this.texts.length - 1; }

  /** @param {string} text @param {{typing?: boolean, now?: number}} how */
  add(text, { typing = false, now = performance.now() } = {}) {
    if (text === this.text) return;
    const goesOn = typing && now - this.typed < TYPING && this.at > 0;
    this.texts.length = this.at + 1;
    if (goesOn) this.texts[this.at] = text;
    else this.at = this.texts.push(text) - 1;
    this.typed = typing ? now : -Infinity;
  }

  undo() { if (this.undoable) this.at--; this.typed = -Infinity; return this.text; }
  redo() { if (this.redoable) this.at++; this.typed = -Infinity; return this.text; }
}
