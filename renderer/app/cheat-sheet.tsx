import type { Shortcut, ShortcutPlace } from '../../shared/shortcuts.ts'
import { shortcutPlaces, shortcuts } from '../../shared/shortcuts.ts'
import { say } from '../../shared/words/say.ts'
import { writtenAsRead } from '../bridge/shortcut-as-read.ts'
import { isMac, keyWords } from '../bridge/shortcut-words.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { ScrollArea } from '../ui/scroll-area.tsx'
import styles from './cheat-sheet.module.css'
import type { Route } from './route.ts'

export type CheatSheetProps = {
  readonly isOpen: boolean
  readonly onClose: () => void
  /** What works there stands first. */
  readonly view: Route['view']
}

/** Every shortcut, by where it works. */
export function CheatSheet({ isOpen, onClose, view }: CheatSheetProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={say('Keyboard shortcuts')} width="large">
      <ScrollArea label={say('Keyboard shortcuts')} className={styles.sheet}>
        {placesFor(view).map((place) => (
          <section key={place} aria-labelledby={`shortcuts-${place}`} className={styles.place}>
            <h3 id={`shortcuts-${place}`} className={styles.heading}>
              {say(shortcutPlaces[place])}
            </h3>
            <dl>
              {Object.entries<Shortcut>(shortcuts[place]).map(([name, shortcut]) => (
                <div key={name} className={styles.row}>
                  <dt>{say(shortcut.does)}</dt>
                  <dd className={styles.keys}>
                    {(shortcut.shown ?? shortcut.keys).map((key) => (
                      <Kbd key={key}>{keyWords(writtenAsRead(shortcut, key), isMac())}</Kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </ScrollArea>
      <p className="small ink-3">
        {say(
          'Besides, as everywhere: Tab goes from one thing to the next, arrow keys move sliders and choices, Escape closes what floats.'
        )}
      </p>
    </Dialog>
  )
}

/** Everywhere, then the view at hand, then the others. */
function placesFor(view: Route['view']): readonly ShortcutPlace[] {
  const here = new Set<ShortcutPlace>(['app', ...placesOf[view]])
  const all = Object.keys(shortcutPlaces) as ShortcutPlace[]
  return [...here, ...all.filter((place) => !here.has(place))]
}

const placesOf: { readonly [view in Route['view']]: readonly ShortcutPlace[] } = {
  gallery: ['gallery'],
  compose: ['form', 'presets', 'mask'],
  queue: ['queue'],
  library: ['library', 'result'],
  viewer: ['viewer', 'picture', 'eyedropper', 'player', 'model', 'result'],
  compare: ['compare', 'player'],
  faces: ['faces'],
  account: [],
  guide: ['guide'],
  settings: []
}
