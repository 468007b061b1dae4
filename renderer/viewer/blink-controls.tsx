import { say } from '../../shared/words/say.ts'
import { shortcutWords } from '../bridge/shortcut-words.ts'
import { Button } from '../ui/button.tsx'
import { Kbd } from '../ui/kbd.tsx'
import styles from './stage-card.module.css'
import type { Blink } from './use-blink.ts'

/** While before and after stand in one place: swapped by hand, or in turn by themselves. */
export function BlinkControls({ blink }: { readonly blink: Blink }) {
  const { isAlternating, setAlternating, swap } = blink
  return (
    <div
      role="group"
      aria-label={say('Blink')}
      className={styles.card}
      onPointerDown={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      <Button
        size="small"
        look="quiet"
        icon={isAlternating ? 'pause' : 'play'}
        aria-pressed={isAlternating}
        onClick={() => setAlternating(!isAlternating)}
      >
        {say('In turn')}
      </Button>
      <Button size="small" look="quiet" onClick={swap}>
        {say('Swap')} <Kbd>{shortcutWords('picture', 'swap')}</Kbd>
      </Button>
    </div>
  )
}
