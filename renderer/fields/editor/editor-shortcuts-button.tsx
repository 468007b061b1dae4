import { useState } from 'react'
import type { Shortcut, ShortcutScope } from '../../../shared/app/shortcuts.ts'
import { shortcuts, shortcutScopeTitles } from '../../../shared/app/shortcuts.ts'
import { say, word } from '../../../shared/i18n/say.ts'
import { isMac, shortcutKeyText } from '../../shortcuts/shortcut-text.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { Popover } from '../../ui/popover.tsx'
import styles from './editor-dialog.module.css'

/** Pointer gestures that work in every tool. */
const gestures: readonly { readonly does: string; readonly with: string }[] = [
  { does: word('Zoom'), with: word('Scroll or pinch') },
  { does: word('Pan'), with: word('Drag while holding Space, or with the middle button') }
]

/** Button that lists the keys and gestures of the editor. */
export function EditorShortcutsButton({ scopes }: { readonly scopes: readonly ShortcutScope[] }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Popover
      label={say('Keyboard shortcuts')}
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      align="end"
      trigger={<IconButton label={say('Keyboard shortcuts')} icon="keyboard" />}
    >
      <div className={styles.keys} role="group" aria-label={say('Keyboard shortcuts')} tabIndex={0}>
        {scopes.map((scope) => (
          <Keys key={scope} scope={scope} />
        ))}
      </div>
    </Popover>
  )
}

function Keys({ scope }: { readonly scope: ShortcutScope }) {
  return (
    <>
      <h3>{say(shortcutScopeTitles[scope])}</h3>
      <dl>
        {Object.entries<Shortcut>(shortcuts[scope]).map(([name, { does, keys, shown }]) => (
          <div key={name} className={styles.row}>
            <dt>{say(does)}</dt>
            <dd>
              {(shown ?? keys).map((key) => (
                <Kbd key={key}>{shortcutKeyText(key, isMac())}</Kbd>
              ))}
            </dd>
          </div>
        ))}
        {scope === 'editor' &&
          gestures.map((gesture) => (
            <div key={gesture.does} className={styles.row}>
              <dt>{say(gesture.does)}</dt>
              <dd className="small ink-2">{say(gesture.with)}</dd>
            </div>
          ))}
      </dl>
    </>
  )
}
