import { word } from '../i18n/say.ts'
/**
 * A shortcut's key, such as `Mod+Shift+C`. `Mod` is Ctrl, or Cmd on a Mac. The last part is `KeyboardEvent.key`, with letters in upper
 * case. `Shift+` is written only if the shortcut requires Shift. A character that is typed with Shift is written as that character, without
 * `Shift+`.
 */
export type ShortcutKey = string

export type Shortcut = {
  readonly does: string
  /** Each of these keys triggers the shortcut. */
  readonly keys: readonly ShortcutKey[]
  /** Keys that the cheat sheet shows instead of `keys`. Set if `keys` would be too long. */
  readonly shown?: readonly ShortcutKey[]
  /** Alternatives for other systems and keyboards. They also trigger the shortcut but aren't shown. */
  readonly also?: readonly ShortcutKey[]
  /** True if macOS has its own equivalent. The cheat sheet then omits this shortcut on macOS. */
  readonly isNotOnMac?: true
  /** True if the arrow keys are swapped in right-to-left languages. */
  readonly followsReading?: true
}

const arrows = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'] as const
const withShift = <Key extends string>(key: Key): `Shift+${Key}` => `Shift+${key}`

/**
 * Every shortcut of the app, by scope. Key bindings, the cheat sheet, tooltips and the menu all use this table. Standard keys of controls
 * aren't included. Examples are Tab, arrow keys in a slider, and Enter on a button.
 */
export const shortcuts = {
  app: {
    newTask: { does: word('New task'), keys: ['Mod+N'] },
    openFile: { does: word('Open files'), keys: ['Mod+O'] },
    search: { does: word('Search or run a command'), keys: ['Mod+K'] },
    cheatSheet: { does: word('Keyboard shortcuts'), keys: ['?'] },
    guide: { does: word('User guide'), keys: ['F1'] },
    menu: { does: word('Menu'), keys: ['F10'], isNotOnMac: true },
    gallery: { does: word('Gallery'), keys: ['Mod+1'] },
    queue: { does: word('Queue'), keys: ['Mod+2'] },
    library: { does: word('Library'), keys: ['Mod+3'] },
    account: { does: word('Account'), keys: ['Mod+4'] },
    settings: { does: word('Settings'), keys: ['Mod+,'] }
  },
  gallery: {
    search: { does: word('Search capabilities'), keys: ['/', 'Mod+F'] },
    move: { does: word('Move between cards'), keys: [...arrows, 'Home', 'End'], shown: ['Arrows', 'Home', 'End'] }
  },
  form: {
    send: { does: word('Generate'), keys: ['Mod+Enter'] },
    olderPrompt: { does: word('Previous prompt'), keys: ['Mod+ArrowUp'] },
    newerPrompt: { does: word('Next prompt'), keys: ['Mod+ArrowDown'] },
    results: { does: word('Go to the results'), keys: ['Escape'] },
    newDraft: { does: word('New draft'), keys: ['Mod+T'] },
    closeDraft: { does: word('Close draft (on its tab)'), keys: ['Delete'] }
  },
  stage: {
    move: { does: word('Move between results'), keys: [...arrows, 'Home', 'End'], shown: ['Arrows', 'Home', 'End'] },
    large: { does: word('Show large'), keys: [' '] },
    prompt: { does: word('Go to the form'), keys: ['Escape'] },
    stars: { does: word('Rate'), keys: ['0', '1', '2', '3', '4', '5'], shown: ['0 – 5'] },
    trash: { does: word('Move to trash'), keys: ['Delete'], also: ['Mod+Backspace'] },
    undo: { does: word('Undo'), keys: ['Mod+Z'] }
  },
  largeView: {
    close: { does: word('Close'), keys: ['Escape', ' '] },
    previous: { does: word('Previous'), keys: ['ArrowLeft', 'ArrowUp'], followsReading: true },
    next: { does: word('Next'), keys: ['ArrowRight', 'ArrowDown'], followsReading: true },
    open: { does: word('Open in viewer'), keys: ['Enter'] },
    stars: { does: word('Rate'), keys: ['0', '1', '2', '3', '4', '5'], shown: ['0 – 5'] },
    trash: { does: word('Move to trash'), keys: ['Delete'], also: ['Mod+Backspace'] }
  },
  presets: {
    rename: { does: word('Rename preset'), keys: ['F2'] },
    remove: { does: word('Delete preset'), keys: ['Delete'] }
  },
  mask: {
    brush: { does: word('Brush'), keys: ['B'] },
    box: { does: word('Rectangle'), keys: ['R'] },
    lasso: { does: word('Lasso'), keys: ['L'] },
    erase: { does: word('Paint or erase'), keys: ['E'] },
    smaller: { does: word('Smaller brush'), keys: ['['] },
    larger: { does: word('Larger brush'), keys: [']'] },
    move: { does: word('Move the brush'), keys: [...arrows], shown: ['Arrows'] },
    moveLittle: { does: word('Move the brush by 1 pixel'), keys: arrows.map(withShift), shown: ['Shift+Arrows'] },
    dab: { does: word('Paint a dot'), keys: [' '] },
    put: { does: word('Start or end a stroke or shape'), keys: ['Enter'] },
    invert: { does: word('Invert'), keys: ['I'] },
    undo: { does: word('Undo'), keys: ['Mod+Z'] },
    redo: { does: word('Redo'), keys: ['Mod+Y'], also: ['Mod+Shift+Z'] }
  },
  editor: {
    larger: { does: word('Zoom in'), keys: ['+'], also: ['='] },
    smaller: { does: word('Zoom out'), keys: ['-'] },
    fit: { does: word('Fit to window'), keys: ['Z'] },
    pixels: { does: word('Actual size'), keys: ['Shift+Z'] },
    // The arrow keys alone also pan, unless the active tool uses them.
    pan: { does: word('Pan'), keys: arrows.map((key) => `Mod+${key}` as const), shown: ['Mod+Arrows'], also: [...arrows] }
  },
  guide: {
    search: { does: word('Search the guide'), keys: ['/', 'Mod+F'] }
  },
  settings: {
    search: { does: word('Search settings'), keys: ['/', 'Mod+F'] }
  },
  queue: {
    search: { does: word('Search tasks'), keys: ['/', 'Mod+F'] },
    move: { does: word('Move between tasks'), keys: ['ArrowUp', 'ArrowDown', 'Home', 'End'] },
    undo: { does: word('Undo'), keys: ['Mod+Z'] }
  },
  faces: {
    back: { does: word('Back'), keys: ['Escape'] },
    face: { does: word('Choose a face'), keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9'], shown: ['1 – 9'] },
    reference: { does: word('Assign a reference'), keys: [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'], shown: ['A – Z'] },
    next: { does: word('Next face'), keys: ['ArrowRight', 'ArrowDown'] },
    previous: { does: word('Previous face'), keys: ['ArrowLeft', 'ArrowUp'] },
    give: { does: word('Assign the first reference, or leave the face unchanged'), keys: ['Enter'] },
    leave: { does: word('Leave the face unchanged'), keys: ['Backspace'], also: ['Delete'] },
    send: { does: word('Send selection'), keys: ['Mod+Enter'] },
    larger: { does: word('Zoom in'), keys: ['+'], also: ['='] },
    smaller: { does: word('Zoom out'), keys: ['-'] },
    // Uses 0 instead of Z, because the letter Z can select a reference.
    fit: { does: word('Fit to window'), keys: ['0'] }
  },
  library: {
    search: { does: word('Search the library'), keys: ['/', 'Mod+F'] },
    move: {
      does: word('Move between tiles'),
      keys: [...arrows, 'Home', 'End', 'PageUp', 'PageDown'],
      shown: ['Arrows', 'Home', 'End', 'PageUp', 'PageDown']
    },
    ends: { does: word('Go to first or last tile'), keys: ['Mod+Home', 'Mod+End'] },
    extend: {
      does: word('Extend the selection'),
      keys: [...arrows, 'Home', 'End', 'PageUp', 'PageDown'].map(withShift),
      shown: ['Shift+Arrows'],
      also: ['Mod+Shift+Home', 'Mod+Shift+End']
    },
    large: { does: word('Show large'), keys: [' '] },
    // Windows and Linux file managers use Ctrl+Space. macOS uses it for the keyboard layout, and Cmd+Space for its search.
    choose: { does: word('Select or deselect'), keys: ['X'], also: ['Mod+ '] },
    chooseUpTo: { does: word('Select up to here'), keys: ['Shift+ '] },
    all: { does: word('Select all'), keys: ['Mod+A'] },
    none: { does: word('Clear selection'), keys: ['Escape'] },
    open: { does: word('Open'), keys: ['Enter'] },
    stars: { does: word('Rate'), keys: ['0', '1', '2', '3', '4', '5'], shown: ['0 – 5'] },
    trash: { does: word('Move to trash'), keys: ['Delete'], also: ['Mod+Backspace'] },
    undo: { does: word('Undo'), keys: ['Mod+Z'] }
  },
  result: {
    saveAs: { does: word('Save as…'), keys: ['Mod+S'] },
    copy: { does: word('Copy image'), keys: ['Mod+Shift+C'] },
    showInFolder: { does: word('Show in folder'), keys: ['Mod+Shift+R'] }
  },
  viewer: {
    back: { does: word('Close or go back'), keys: ['Escape'] },
    previous: { does: word('Previous'), keys: ['ArrowLeft'], followsReading: true },
    next: { does: word('Next'), keys: ['ArrowRight'], followsReading: true },
    compare: { does: word('Compare'), keys: ['C'] },
    slideShow: { does: word('Slide show'), keys: ['P'] },
    fullScreen: { does: word('Full screen'), keys: ['F'] },
    sheet: { does: word('Contact sheet'), keys: ['G'] },
    closeSheet: { does: word('Open from contact sheet'), keys: ['Enter'] },
    result: { does: word('Before and after: result only'), keys: ['R'] },
    slider: { does: word('Before and after: slider'), keys: ['S'] },
    side: { does: word('Before and after: side by side'), keys: ['D'] },
    blink: { does: word('Before and after: toggle'), keys: ['K'] },
    stars: { does: word('Rate'), keys: ['0', '1', '2', '3', '4', '5'], shown: ['0 – 5'] },
    trash: { does: word('Move to trash'), keys: ['Delete'], also: ['Mod+Backspace'] },
    undo: { does: word('Undo'), keys: ['Mod+Z'] }
  },
  picture: {
    larger: { does: word('Zoom in'), keys: ['+'], also: ['='] },
    smaller: { does: word('Zoom out'), keys: ['-'] },
    fit: { does: word('Fit to window'), keys: ['Z'] },
    pixels: { does: word('Actual size'), keys: ['Shift+Z'] },
    before: { does: word('Hold to show the original'), keys: ['B'] },
    swap: { does: word('Hold to show the original, or press to toggle'), keys: [' '] },
    eyedropper: { does: word('Pixel values'), keys: ['I'] }
  },
  eyedropper: {
    move: { does: word('Move by 1 pixel'), keys: [...arrows], shown: ['Arrows'] },
    moveFar: { does: word('Move by 10 pixels'), keys: arrows.map(withShift), shown: ['Shift+Arrows'] }
  },
  player: {
    play: { does: word('Play or pause'), keys: [' '] },
    back: { does: word('Back 1 second'), keys: ['Shift+ArrowLeft'] },
    forward: { does: word('Forward 1 second'), keys: ['Shift+ArrowRight'] },
    frameBack: { does: word('Previous frame'), keys: [','] },
    frameForward: { does: word('Next frame'), keys: ['.'] },
    start: { does: word('Go to start'), keys: ['Home'] },
    end: { does: word('Go to end'), keys: ['End'] },
    slower: { does: word('Slower'), keys: ['<'] },
    faster: { does: word('Faster'), keys: ['>'] },
    from: { does: word('Set loop start'), keys: ['I'] },
    until: { does: word('Set loop end'), keys: ['O'] },
    whole: { does: word('Clear loop points'), keys: ['U'] },
    repeat: { does: word('Loop'), keys: ['L'] },
    mute: { does: word('Mute or unmute'), keys: ['M'] },
    other: { does: word('Switch audio source'), keys: ['B'] }
  },
  model: {
    turn: { does: word('Rotate the model'), keys: arrows.map(withShift), shown: ['Shift+Arrows'] },
    nearer: { does: word('Zoom in'), keys: ['+'], also: ['='] },
    farther: { does: word('Zoom out'), keys: ['-'] },
    reset: { does: word('Reset view'), keys: ['Z'] },
    turntable: { does: word('Turntable'), keys: ['T'] },
    wireframe: { does: word('Wireframe'), keys: ['W'] },
    light: { does: word('Change lighting'), keys: ['L'] }
  },
  compare: {
    back: { does: word('Back'), keys: ['Escape'] },
    previous: { does: word('Previous result'), keys: ['ArrowLeft'], followsReading: true },
    next: { does: word('Next result'), keys: ['ArrowRight'], followsReading: true },
    row: { does: word('Result above or below'), keys: ['ArrowUp', 'ArrowDown'] },
    alone: { does: word('Open in viewer'), keys: ['Enter'] },
    stars: { does: word('Rate'), keys: ['0', '1', '2', '3', '4', '5'], shown: ['0 – 5'] },
    keep: { does: word('Keep this, move the others to trash'), keys: ['K'] },
    trash: { does: word('Move to trash'), keys: ['Delete'], also: ['Mod+Backspace'] },
    undo: { does: word('Undo'), keys: ['Mod+Z'] },
    recipes: { does: word('Recipes'), keys: ['D'] },
    larger: { does: word('Zoom in'), keys: ['+'], also: ['='] },
    smaller: { does: word('Zoom out'), keys: ['-'] },
    fit: { does: word('Fit to window'), keys: ['Z'] },
    pixels: { does: word('Actual size'), keys: ['Shift+Z'], also: ['P'] }
  }
} as const satisfies Readonly<Record<string, Readonly<Record<string, Shortcut>>>>

export type ShortcutScope = keyof typeof shortcuts
export type ShortcutName<Place extends ShortcutScope> = keyof (typeof shortcuts)[Place]

/** Section headings in the cheat sheet. */
export const shortcutScopeTitles: { readonly [Place in ShortcutScope]: string } = {
  app: word('Everywhere'),
  gallery: word('Gallery'),
  form: word('Form'),
  stage: word('Form: results'),
  largeView: word('Large view'),
  presets: word('Preset list'),
  mask: word('Painting a mask'),
  editor: word('Image editor'),
  queue: word('Queue'),
  faces: word('Choosing faces'),
  library: word('Library'),
  result: word('Result (selected or open)'),
  viewer: word('Viewer'),
  picture: word('Viewer: images'),
  eyedropper: word('Viewer: pixel values'),
  player: word('Viewer: video and audio'),
  model: word('Viewer: 3D'),
  compare: word('Compare'),
  guide: word('User guide'),
  settings: word('Settings')
}
