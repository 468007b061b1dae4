/**
 * A key as the table writes it: `Mod` is Ctrl, or Cmd on a Mac; then the name that the browser gives it, a letter as a capital. Shift is named
 * where it belongs to it; a sign that takes Shift to type is written as the sign.
 */
export type WrittenKey = string

export type Shortcut = {
  readonly does: string
  /** Any of them does it. */
  readonly keys: readonly WrittenKey[]
  /** Where all of `keys` would be too long a row: what stands in the cheat sheet instead. */
  readonly shown?: readonly WrittenKey[]
  /** Do it too, and are not shown: what other systems and keyboards have in their place. */
  readonly also?: readonly WrittenKey[]
}

const arrows = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'] as const
const withShift = <Key extends string>(key: Key): `Shift+${Key}` => `Shift+${key}`

/**
 * Every shortcut of the app, by where it works. What binds keys, the cheat sheet, the tooltips and the menu all read it here. Not in it: what
 * the controls of every program take, such as Tab, the arrows in a slider, and Enter on a button.
 */
export const shortcuts = {
  app: {
    newTask: { does: 'New task', keys: ['Mod+N'] },
    openFile: { does: 'Open files', keys: ['Mod+O'] },
    search: { does: 'Search or do', keys: ['Mod+K'] },
    cheatSheet: { does: 'Keyboard shortcuts', keys: ['?'] },
    guide: { does: 'User guide', keys: ['F1'] },
    gallery: { does: 'Gallery', keys: ['Mod+1'] },
    queue: { does: 'Queue', keys: ['Mod+2'] },
    library: { does: 'Library', keys: ['Mod+3'] },
    account: { does: 'Account', keys: ['Mod+4'] },
    settings: { does: 'Settings', keys: ['Mod+,'] }
  },
  gallery: {
    search: { does: 'Search capabilities', keys: ['/', 'Mod+F'] },
    move: { does: 'Go from card to card', keys: [...arrows, 'Home', 'End'], shown: ['Arrows', 'Home', 'End'] }
  },
  form: {
    send: { does: 'Make, for the price on the button', keys: ['Mod+Enter'] },
    olderPrompt: { does: 'Bring back an older prompt', keys: ['Mod+ArrowUp'] },
    newerPrompt: { does: 'Go forward to a newer one', keys: ['Mod+ArrowDown'] }
  },
  presets: {
    rename: { does: 'Rename the preset', keys: ['F2'] },
    remove: { does: 'Delete the preset', keys: ['Delete'] }
  },
  mask: {
    brush: { does: 'Brush', keys: ['B'] },
    eraser: { does: 'Eraser', keys: ['E'] },
    box: { does: 'Rectangle', keys: ['R'] },
    smaller: { does: 'Smaller brush', keys: ['['] },
    larger: { does: 'Larger brush', keys: [']'] },
    move: { does: 'Move the brush', keys: [...arrows], shown: ['Arrows'] },
    moveLittle: { does: 'Move it by a pixel', keys: arrows.map(withShift), shown: ['Shift+Arrows'] },
    dab: { does: 'Dab', keys: [' '] },
    put: { does: 'Put the brush down and lift it, or set a corner', keys: ['Enter'] },
    invert: { does: 'Invert', keys: ['I'] },
    undo: { does: 'Undo', keys: ['Mod+Z'] },
    redo: { does: 'Redo', keys: ['Mod+Y'], also: ['Mod+Shift+Z'] }
  },
  guide: {
    search: { does: 'Search the guide', keys: ['/', 'Mod+F'] }
  },
  queue: {
    search: { does: 'Search tasks', keys: ['/', 'Mod+F'] },
    move: { does: 'Go from task to task', keys: ['ArrowUp', 'ArrowDown', 'Home', 'End'] }
  },
  faces: {
    back: { does: 'Back', keys: ['Escape'] },
    face: { does: 'Choose a face', keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9'], shown: ['1 – 9'] },
    reference: { does: 'Give it a picture', keys: [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'], shown: ['A – Z'] },
    next: { does: 'Next face', keys: ['ArrowRight', 'ArrowDown'] },
    previous: { does: 'Face before', keys: ['ArrowLeft', 'ArrowUp'] },
    give: { does: 'Give it the first picture, or take the face as it is', keys: ['Enter'] },
    leave: { does: 'Leave the face as it is', keys: ['Backspace'], also: ['Delete'] },
    send: { does: 'Use the choice', keys: ['Mod+Enter'] }
  },
  library: {
    search: { does: 'Search the library', keys: ['/', 'Mod+F'] },
    move: {
      does: 'Go from tile to tile',
      keys: [...arrows, 'Home', 'End', 'PageUp', 'PageDown'],
      shown: ['Arrows', 'Home', 'End', 'PageUp', 'PageDown']
    },
    ends: { does: 'To the first and the last', keys: ['Mod+Home', 'Mod+End'] },
    extend: {
      does: 'Choose on the way',
      keys: [...arrows, 'Home', 'End', 'PageUp', 'PageDown'].map(withShift),
      shown: ['Shift+Arrows'],
      also: ['Mod+Shift+Home', 'Mod+Shift+End']
    },
    choose: { does: 'Choose or let go', keys: [' '], also: ['Mod+ '] },
    chooseUpTo: { does: 'Choose up to here', keys: ['Shift+ '] },
    all: { does: 'Choose everything', keys: ['Mod+A'] },
    none: { does: 'Clear the selection', keys: ['Escape'] },
    open: { does: 'Open', keys: ['Enter'] },
    stars: { does: 'Stars', keys: ['0', '1', '2', '3', '4', '5'], shown: ['0 – 5'] },
    trash: { does: 'Move to the trash', keys: ['Delete'], also: ['Mod+Backspace'] },
    undo: { does: 'Undo that', keys: ['Mod+Z'] }
  },
  result: {
    saveAs: { does: 'Save as…', keys: ['Mod+S'] },
    copy: { does: 'Copy the picture', keys: ['Mod+Shift+C'] },
    showInFolder: { does: 'Show in folder', keys: ['Mod+Shift+R'] }
  },
  viewer: {
    back: { does: 'Back, or out of what is on', keys: ['Escape'] },
    previous: { does: 'Previous', keys: ['ArrowLeft'] },
    next: { does: 'Next', keys: ['ArrowRight'] },
    compare: { does: 'Compare', keys: ['C'] },
    slideShow: { does: 'Slide show', keys: ['P'] },
    fullScreen: { does: 'Full screen', keys: ['F'] },
    sheet: { does: 'Contact sheet', keys: ['G'] },
    closeSheet: { does: 'From the contact sheet to what is shown', keys: ['Enter'] },
    result: { does: 'The result alone', keys: ['R'] },
    slider: { does: 'Before and after under a line', keys: ['S'] },
    side: { does: 'Side by side', keys: ['D'] },
    blink: { does: 'Blink', keys: ['K'] }
  },
  picture: {
    larger: { does: 'Larger', keys: ['+'], also: ['='] },
    smaller: { does: 'Smaller', keys: ['-'] },
    fit: { does: 'Fit into the window', keys: ['0'] },
    pixels: { does: 'Pixel by pixel', keys: ['1'] },
    before: { does: 'See what it was, as long as it is held', keys: ['B'] },
    swap: { does: 'The same; swaps while it blinks', keys: [' '] },
    eyedropper: { does: 'Pixel values', keys: ['I'] }
  },
  eyedropper: {
    move: { does: 'Move by a pixel', keys: [...arrows], shown: ['Arrows'] },
    moveFar: { does: 'Move by ten', keys: arrows.map(withShift), shown: ['Shift+Arrows'] }
  },
  player: {
    play: { does: 'Play and pause', keys: [' '] },
    back: { does: 'A second back', keys: ['Shift+ArrowLeft'] },
    forward: { does: 'A second forward', keys: ['Shift+ArrowRight'] },
    frameBack: { does: 'Frame back', keys: [','] },
    frameForward: { does: 'Frame forward', keys: ['.'] },
    start: { does: 'To the beginning', keys: ['Home'] },
    end: { does: 'To the end', keys: ['End'] },
    slower: { does: 'Slower', keys: ['<'] },
    faster: { does: 'Faster', keys: ['>'] },
    from: { does: 'Section begins here', keys: ['I'] },
    until: { does: 'Section ends here', keys: ['O'] },
    whole: { does: 'Let the section go', keys: ['U'] },
    repeat: { does: 'Repeat', keys: ['L'] },
    mute: { does: 'Sound on or off', keys: ['M'] },
    other: { does: 'Hear the other one', keys: ['B'] }
  },
  model: {
    turn: { does: 'Turn it', keys: arrows.map(withShift), shown: ['Shift+Arrows'] },
    nearer: { does: 'Nearer', keys: ['+'], also: ['='] },
    farther: { does: 'Farther', keys: ['-'] },
    reset: { does: 'As it was at first', keys: ['0'] },
    turntable: { does: 'Turntable', keys: ['T'] },
    wireframe: { does: 'Wireframe', keys: ['W'] },
    light: { does: 'Another light', keys: ['L'] }
  },
  compare: {
    back: { does: 'Back', keys: ['Escape'] },
    alone: { does: 'Open one alone', keys: ['1', '2', '3', '4'], shown: ['1 – 4'] },
    recipes: { does: 'Recipes', keys: ['D'] },
    larger: { does: 'Larger', keys: ['+'], also: ['='] },
    smaller: { does: 'Smaller', keys: ['-'] },
    fit: { does: 'Fit into the window', keys: ['0'] },
    pixels: { does: 'Pixel by pixel', keys: ['P'] }
  }
} as const satisfies Readonly<Record<string, Readonly<Record<string, Shortcut>>>>

export type ShortcutPlace = keyof typeof shortcuts
export type ShortcutName<Place extends ShortcutPlace> = keyof (typeof shortcuts)[Place]

/** As the cheat sheet heads them. */
export const shortcutPlaces: { readonly [Place in ShortcutPlace]: string } = {
  app: 'Everywhere',
  gallery: 'Gallery',
  form: 'Form',
  presets: 'List of presets',
  mask: 'Painting a mask',
  queue: 'Queue',
  faces: 'Choosing faces',
  library: 'Library',
  result: 'A result that is shown or chosen',
  viewer: 'Viewer',
  picture: 'Viewer: pictures',
  eyedropper: 'Viewer: pixel values',
  player: 'Viewer: video and sound',
  model: 'Viewer: 3D',
  compare: 'Compare',
  guide: 'User guide'
}
