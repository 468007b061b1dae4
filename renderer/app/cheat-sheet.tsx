import type { Shortcut, ShortcutScope } from '../../shared/app/shortcuts.ts'
import { shortcutScopeTitles, shortcuts } from '../../shared/app/shortcuts.ts'
import { say } from '../../shared/i18n/say.ts'
import { mirroredKey } from '../shortcuts/pressed-mirrored-shortcut.ts'
import { isMac, shortcutKeyText } from '../shortcuts/shortcut-text.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { ScrollArea } from '../ui/scroll-area.tsx'
import styles from './cheat-sheet.module.css'
import type { Route } from '../navigation/route.ts'

export type CheatSheetProps = {
  readonly isOpen: boolean
  readonly onClose: () => void
  /** Current view. Its shortcuts come after the global ones. */
  readonly view: Route['view']
}

/** Every shortcut, grouped by where it works. */
export function CheatSheet({ isOpen, onClose, view }: CheatSheetProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={say('Keyboard shortcuts')} width="large">
      <ScrollArea label={say('Keyboard shortcuts')} className={styles.sheet}>
        {scopesFor(view).map((place) => (
          <section key={place} aria-labelledby={`shortcuts-${place}`} className={styles.place}>
            <h3 id={`shortcuts-${place}`} className={styles.heading}>
              {say(shortcutScopeTitles[place])}
            </h3>
            <dl>
              {shownShortcuts(place).map(([name, shortcut]) => (
                <div key={name} className={styles.row}>
                  <dt>{say(shortcut.does)}</dt>
                  <dd className={styles.keys}>
                    {(shortcut.shown ?? shortcut.keys).map((key) => (
                      <Kbd key={key}>{shortcutKeyText(mirroredKey(shortcut, key), isMac())}</Kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </ScrollArea>
      <p className="small ink-3">
        {say('Tab moves between controls. Arrow keys adjust sliders and change options. Esc closes dialogs and menus.')}
      </p>
    </Dialog>
  )
}

function shownShortcuts(place: ShortcutScope): readonly [string, Shortcut][] {
  return Object.entries<Shortcut>(shortcuts[place]).filter(([, { isNotOnMac = false }]) => !(isNotOnMac && isMac()))
}

/** Returns the scopes in display order: global shortcuts, then the current view's scopes, then the others. */
function scopesFor(view: Route['view']): readonly ShortcutScope[] {
  const here = new Set<ShortcutScope>(['app', ...scopesOf[view]])
  const all = Object.keys(shortcutScopeTitles) as ShortcutScope[]
  return [...here, ...all.filter((place) => !here.has(place))]
}

const scopesOf: { readonly [view in Route['view']]: readonly ShortcutScope[] } = {
  gallery: ['gallery'],
  compose: ['form', 'presets', 'mask', 'editor'],
  queue: ['queue'],
  library: ['library', 'result'],
  viewer: ['viewer', 'picture', 'eyedropper', 'player', 'model', 'result'],
  compare: ['compare', 'player'],
  faces: ['faces'],
  account: [],
  guide: ['guide'],
  settings: ['settings']
}
