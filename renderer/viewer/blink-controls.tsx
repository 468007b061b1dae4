import { say } from '../../shared/i18n/say.ts'
import { shortcutText } from '../shortcuts/shortcut-text.ts'
import { Button } from '../ui/button.tsx'
import { Kbd } from '../ui/kbd.tsx'
import styles from '../players/stage-card.module.css'
import type { BlinkState } from './use-blink.ts'

/**
 * Controls for blink mode, which alternates between the source and the result. The user switches manually, or starts and pauses automatic
 * switching.
 */
export function BlinkControls({ blink }: { readonly blink: BlinkState }) {
  const { isAlternating, setAlternating, swap } = blink
  return (
    <div
      role="group"
      aria-label={say('Toggle')}
      className={styles.card}
      onPointerDown={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      <Button
        size="small"
        variant="quiet"
        icon={isAlternating ? 'pause' : 'play'}
        aria-pressed={isAlternating}
        onClick={() => setAlternating(!isAlternating)}
      >
        {say('Switch automatically')}
      </Button>
      <Button size="small" variant="quiet" onClick={swap}>
        {say('Switch image')} <Kbd>{shortcutText('picture', 'swap')}</Kbd>
      </Button>
    </div>
  )
}
