import { Toast as Radix } from 'radix-ui'
import { say } from '../../shared/i18n/say.ts'
import { Button } from './button.tsx'
import styles from './toasts.module.css'

export type ProgressToastProps = {
  readonly title: string
  readonly done: number
  readonly total: number
  readonly isStopping: boolean
  /** Null if the operation can't be stopped. */
  readonly onStop: (() => void) | null
}

/** A toast that stays while an operation is in progress. Must be inside `ToastProvider`. */
export function ProgressToast({ title, done, total, isStopping, onStop }: ProgressToastProps) {
  return (
    <Radix.Root open type="background" className={styles.toast} onSwipeEnd={(event) => event.preventDefault()}>
      <div className={styles.text}>
        <Radix.Title dir="auto" className="strong cut">
          {title}
        </Radix.Title>
        <progress className={styles.progress} max={Math.max(total, 1)} value={done} aria-label={title} />
        <span className="small ink-2 num">{say('{done, number} of {total, number}', { done, total })}</span>
      </div>
      {onStop !== null && (
        <Button size="small" busy={isStopping && say('Stopping…')} onClick={onStop}>
          {say('Stop')}
        </Button>
      )}
    </Radix.Root>
  )
}
