import { useMemo } from 'react'
import { say } from '../../../shared/i18n/say.ts'
import { ResultActions } from '../../actions/result-action-buttons.tsx'
import { useElementWidth } from '../../ui/use-element-width.ts'
import type { StageResult, StageRun } from './stage-runs.ts'
import { positionAmongResults } from './stage-runs.ts'
import styles from './stage.module.css'
import { originOf } from './use-stage-actions.ts'

/** Minimum width of the bar to show the output's number beside the actions. In CSS pixels. */
const widthForCount = 560
/** Minimum width of the bar to show the words “More actions”. In CSS pixels. */
const widthForWords = 760
/** Returns the number of actions that get their own button. The other actions are in a menu. `width` is the bar's width in CSS pixels. */
function actionLimit(width: number): number {
  if (width >= 980) return 3
  return width >= 660 ? 2 : 1
}

type StageActionBarProps = {
  readonly run: StageRun
  readonly output: StageResult
  /** False while the view opens. Finding the actions takes time, so the bar shows them only after the results. */
  readonly isSettled: boolean
}

/** Actions on the result at the cursor, with prices. */
export function StageActionBar({ run, output: { task, result }, isSettled }: StageActionBarProps) {
  const { id, medium } = result
  const items = useMemo(() => [{ id, medium }], [id, medium])
  const origin = useMemo(() => originOf(task), [task])
  const { measure, width } = useElementWidth()
  const { index, count } = positionAmongResults(run, result)
  return (
    <div ref={measure} className={styles.actionBar}>
      {count > 1 && width !== null && width >= widthForCount && (
        <span className={styles.which}>{say('{index, number} of {count, number}', { index, count })}</span>
      )}
      {isSettled && (
        <ResultActions
          items={items}
          limit={actionLimit(width ?? 0)}
          layout={(width ?? 0) < widthForWords ? 'short-bar' : 'bar'}
          origin={origin}
        />
      )}
    </div>
  )
}
