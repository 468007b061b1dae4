import type { KeyboardEvent, PointerEvent } from 'react'
import { say } from '../../shared/i18n/say.ts'
import { Icon } from '../ui/icon.tsx'
import type { Edges } from './frame.ts'
import styles from './image-stage.module.css'
import type { SplitFraction } from './split-fraction.ts'
import { splitFractionAfterKey, splitFractionAt, splitPosition } from './split-fraction.ts'
import type { StageViewport } from '../zoom/use-stage-viewport.ts'

/** Element ID of the line between before and after. Used to focus the line. */
export const splitLineId = 'before-after-line'

/** The line between before and after. The user moves it with the pointer or the arrow keys. */
export function SplitLine({
  split,
  edges,
  stage,
  onChange
}: {
  readonly split: SplitFraction
  readonly edges: Edges
  readonly stage: Pick<StageViewport, 'pointOf'>
  readonly onChange: (split: SplitFraction) => void
}) {
  const percent = Math.round(split * 100)
  function drag(event: PointerEvent<HTMLDivElement>): void {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) onChange(splitFractionAt(stage.pointOf(event).x, edges))
  }
  function grab(event: PointerEvent<HTMLDivElement>): void {
    if (event.button !== 0) return
    event.stopPropagation()
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  function press(event: KeyboardEvent): void {
    const next = event.ctrlKey || event.metaKey || event.altKey ? null : splitFractionAfterKey(split, event.key, event.shiftKey)
    if (next === null) return
    event.preventDefault()
    onChange(next)
  }
  return (
    <div
      id={splitLineId}
      role="slider"
      tabIndex={0}
      aria-label={say('Comparison slider')}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={say('{percent}% before, {value}% after', { percent, value: 100 - percent })}
      className={styles.line}
      style={{ left: splitPosition(split, edges), top: edges.top, height: edges.bottom - edges.top }}
      onPointerDown={grab}
      onPointerMove={drag}
      onDoubleClick={(event) => event.stopPropagation()}
      onKeyDown={press}
    >
      <span dir="ltr" className={styles.knob}>
        <Icon name="chevron-left" size="s" />
        <Icon name="chevron-right" size="s" />
      </span>
    </div>
  )
}
