import { word } from './words/say.ts'
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
  /** Its arrows are meant as one reads: from right to left the other one does it. */
  readonly followsReading?: true
}

const arrows = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'] as const
const withShift = <Key extends string>(key: Key): `Shift+${Key}` => `Shift+${key}`

/**
 * Every shortcut of the app, by where it works. What binds keys, the cheat sheet, the tooltips and the menu all read it here. Not in it: what
 * the controls of every program take, such as Tab, the arrows in a slider, and Enter on a button.
 */
export const shortcuts = {
  app: {
    newTask: { does: word('New task'), keys: ['Mod+N'] },
    openFile: { does: word('Open files'), keys: ['Mod+O'] },
    search: { does: word('Search or do'), keys: ['Mod+K'] },
    cheatSheet: { does: word('Keyboard shortcuts'), keys: ['?'] },
    guide: { does: word('User guide'), keys: ['F1'] },
    gallery: { does: word('Gallery'), keys: ['Mod+1'] },
    queue: { does: word('Queue'), keys: ['Mod+2'] },
    library: { does: word('Library'), keys: ['Mod+3'] },
    account: { does: word('Account'), keys: ['Mod+4'] },
    settings: { does: word('Settings'), keys: ['Mod+,'] }
  },
  gallery: {
    search: { does: word('Search capabilities'), keys: ['/', 'Mod+F'] },
    move: { does: word('Go from card to card'), keys: [...arrows, 'Home', 'End'], shown: ['Arrows', 'Home', 'End'] }
  },
  form: {
    send: { does: word('Make, for the price on the button'), keys: ['Mod+Enter'] },
    olderPrompt: { does: word('Bring back an older prompt'), keys: ['Mod+ArrowUp'] },
    newerPrompt: { does: word('Go forward to a newer one'), keys: ['Mod+ArrowDown'] }
  },
  presets: {
    rename: { does: word('Rename the preset'), keys: ['F2'] },
    remove: { does: word('Delete the preset'), keys: ['Delete'] }
  },
  mask: {
    brush: { does: word('Brush'), keys: ['B'] },
    eraser: { does: word('Eraser'), keys: ['E'] },
    box: { does: word('Rectangle'), keys: ['R'] },
    smaller: { does: word('Smaller brush'), keys: ['['] },
    larger: { does: word('Larger brush'), keys: [']'] },
    move: { does: word('Move the brush'), keys: [...arrows], shown: ['Arrows'] },
    moveLittle: { does: word('Move it by a pixel'), keys: arrows.map(withShift), shown: ['Shift+Arrows'] },
    dab: { does: word('Dab'), keys: [' '] },
    put: { does: word('Put the brush down and lift it, or set a corner'), keys: ['Enter'] },
    invert: { does: word('Invert'), keys: ['I'] },
    undo: { does: word('Undo'), keys: ['Mod+Z'] },
    redo: { does: word('Redo'), keys: ['Mod+Y'], also: ['Mod+Shift+Z'] }
  },
  guide: {
    search: { does: word('Search the guide'), keys: ['/', 'Mod+F'] }
  },
  queue: {
    search: { does: word('Search tasks'), keys: ['/', 'Mod+F'] },
    move: { does: word('Go from task to task'), keys: ['ArrowUp', 'ArrowDown', 'Home', 'End'] }
  },
  faces: {
    back: { does: word('Back'), keys: ['Escape'] },
    face: { does: word('Choose a face'), keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9'], shown: ['1 – 9'] },
    reference: { does: word('Give it a picture'), keys: [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'], shown: ['A – Z'] },
    next: { does: word('Next face'), keys: ['ArrowRight', 'ArrowDown'] },
    previous: { does: word('Face before'), keys: ['ArrowLeft', 'ArrowUp'] },
    give: { does: word('Give it the first picture, or take the face as it is'), keys: ['Enter'] },
    leave: { does: word('Leave the face as it is'), keys: ['Backspace'], also: ['Delete'] },
    send: { does: word('Use the choice'), keys: ['Mod+Enter'] }
  },
  library: {
    search: { does: word('Search the library'), keys: ['/', 'Mod+F'] },
    move: {
      does: word('Go from tile to tile'),
      keys: [...arrows, 'Home', 'End', 'PageUp', 'PageDown'],
      shown: ['Arrows', 'Home', 'End', 'PageUp', 'PageDown']
    },
    ends: { does: word('To the first and the last'), keys: ['Mod+Home', 'Mod+End'] },
    extend: {
      does: word('Choose on the way'),
      keys: [...arrows, 'Home', 'End', 'PageUp', 'PageDown'].map(withShift),
      shown: ['Shift+Arrows'],
      also: ['Mod+Shift+Home', 'Mod+Shift+End']
    },
    choose: { does: word('Choose or let go'), keys: [' '], also: ['Mod+ '] },
    chooseUpTo: { does: word('Choose up to here'), keys: ['Shift+ '] },
    all: { does: word('Choose everything'), keys: ['Mod+A'] },
    none: { does: word('Clear the selection'), keys: ['Escape'] },
    open: { does: word('Open'), keys: ['Enter'] },
    stars: { does: word('Stars'), keys: ['0', '1', '2', '3', '4', '5'], shown: ['0 – 5'] },
    trash: { does: word('Move to the trash'), keys: ['Delete'], also: ['Mod+Backspace'] },
    undo: { does: word('Undo that'), keys: ['Mod+Z'] }
  },
  result: {
    saveAs: { does: word('Save as…'), keys: ['Mod+S'] },
    copy: { does: word('Copy the picture'), keys: ['Mod+Shift+C'] },
    showInFolder: { does: word('Show in folder'), keys: ['Mod+Shift+R'] }
  },
  viewer: {
    back: { does: word('Back, or out of what is on'), keys: ['Escape'] },
    previous: { does: word('Previous'), keys: ['ArrowLeft'], followsReading: true },
    next: { does: word('Next'), keys: ['ArrowRight'], followsReading: true },
    compare: { does: word('Compare'), keys: ['C'] },
    slideShow: { does: word('Slide show'), keys: ['P'] },
    fullScreen: { does: word('Full screen'), keys: ['F'] },
    sheet: { does: word('Contact sheet'), keys: ['G'] },
    closeSheet: { does: word('From the contact sheet to what is shown'), keys: ['Enter'] },
    result: { does: word('The result alone'), keys: ['R'] },
    slider: { does: word('Before and after under a line'), keys: ['S'] },
    side: { does: word('Side by side'), keys: ['D'] },
    blink: { does: word('Blink'), keys: ['K'] },
    trash: { does: word('Move to the trash'), keys: ['Delete'], also: ['Mod+Backspace'] },
    undo: { does: word('Undo that'), keys: ['Mod+Z'] }
  },
  picture: {
    larger: { does: word('Larger'), keys: ['+'], also: ['='] },
    smaller: { does: word('Smaller'), keys: ['-'] },
    fit: { does: word('Fit into the window'), keys: ['0'] },
    pixels: { does: word('Pixel by pixel'), keys: ['1'] },
    before: { does: word('See what it was, as long as it is held'), keys: ['B'] },
    swap: { does: word('The same; swaps while it blinks'), keys: [' '] },
    eyedropper: { does: word('Pixel values'), keys: ['I'] }
  },
  eyedropper: {
    move: { does: word('Move by a pixel'), keys: [...arrows], shown: ['Arrows'] },
    moveFar: { does: word('Move by ten'), keys: arrows.map(withShift), shown: ['Shift+Arrows'] }
  },
  player: {
    play: { does: word('Play and pause'), keys: [' '] },
    back: { does: word('A second back'), keys: ['Shift+ArrowLeft'] },
    forward: { does: word('A second forward'), keys: ['Shift+ArrowRight'] },
    frameBack: { does: word('Frame back'), keys: [','] },
    frameForward: { does: word('Frame forward'), keys: ['.'] },
    start: { does: word('To the beginning'), keys: ['Home'] },
    end: { does: word('To the end'), keys: ['End'] },
    slower: { does: word('Slower'), keys: ['<'] },
    faster: { does: word('Faster'), keys: ['>'] },
    from: { does: word('Section begins here'), keys: ['I'] },
    until: { does: word('Section ends here'), keys: ['O'] },
    whole: { does: word('Let the section go'), keys: ['U'] },
    repeat: { does: word('Repeat'), keys: ['L'] },
    mute: { does: word('Sound on or off'), keys: ['M'] },
    other: { does: word('Hear the other one'), keys: ['B'] }
  },
  model: {
    turn: { does: word('Turn it'), keys: arrows.map(withShift), shown: ['Shift+Arrows'] },
    nearer: { does: word('Nearer'), keys: ['+'], also: ['='] },
    farther: { does: word('Farther'), keys: ['-'] },
    reset: { does: word('As it was at first'), keys: ['0'] },
    turntable: { does: word('Turntable'), keys: ['T'] },
    wireframe: { does: word('Wireframe'), keys: ['W'] },
    light: { does: word('Another light'), keys: ['L'] }
  },
  compare: {
    back: { does: word('Back'), keys: ['Escape'] },
    alone: { does: word('Open one alone'), keys: ['1', '2', '3', '4'], shown: ['1 – 4'] },
    recipes: { does: word('Recipes'), keys: ['D'] },
    larger: { does: word('Larger'), keys: ['+'], also: ['='] },
    smaller: { does: word('Smaller'), keys: ['-'] },
    fit: { does: word('Fit into the window'), keys: ['0'] },
    pixels: { does: word('Pixel by pixel'), keys: ['P'] }
  }
} as const satisfies Readonly<Record<string, Readonly<Record<string, Shortcut>>>>

export type ShortcutPlace = keyof typeof shortcuts
export type ShortcutName<Place extends ShortcutPlace> = keyof (typeof shortcuts)[Place]

/** As the cheat sheet heads them. */
export const shortcutPlaces: { readonly [Place in ShortcutPlace]: string } = {
  app: word('Everywhere'),
  gallery: word('Gallery'),
  form: word('Form'),
  presets: word('List of presets'),
  mask: word('Painting a mask'),
  queue: word('Queue'),
  faces: word('Choosing faces'),
  library: word('Library'),
  result: word('A result that is shown or chosen'),
  viewer: word('Viewer'),
  picture: word('Viewer: pictures'),
  eyedropper: word('Viewer: pixel values'),
  player: word('Viewer: video and sound'),
  model: word('Viewer: 3D'),
  compare: word('Compare'),
  guide: word('User guide')
}
