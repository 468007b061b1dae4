import { useRef, type ReactNode, type RefObject } from 'react'
import type { FaceSelectionData } from '../../shared/task/faces.ts'
import type { Task } from '../../shared/task/task.ts'
import { joinSentences } from '../../shared/i18n/join.ts'
import { say } from '../../shared/i18n/say.ts'
import { failureText } from '../../shared/phrases/failure-phrases.ts'
import { useCapability } from '../bridge/use-session.ts'
import { navigateBack } from '../navigation/route.ts'
import { shortcutText } from '../shortcuts/shortcut-text.ts'
import { taskNames } from '../tasks/task-names.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { formatCredits } from '../ui/format.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { LiveRegion } from '../ui/live-region.tsx'
import { useRaiseToasts } from '../ui/use-raise-toasts.ts'
import { Inspector, View } from '../ui/view.tsx'
import { ZoomControls } from '../zoom/zoom-controls.tsx'
import type { FaceDraft } from './face-draft.ts'
import { FaceForm } from './face-form.tsx'
import { FaceList } from './face-list.tsx'
import { selectFace } from './face-pick-state.ts'
import { FaceStage } from './face-stage.tsx'
import { foundFacesText, selectionSummaryText } from './face-text.ts'
import styles from './faces-view.module.css'
import { SelectionRejection } from './selection-rejection.tsx'
import { useFaceChoice, type FaceChoice } from './use-face-choice.ts'
import { useFaceKeys } from './use-face-keys.ts'
import { useFaceStage } from './use-face-stage.ts'

export type FaceChoiceViewProps = {
  readonly task: Task
  readonly toChoose: FaceSelectionData
  readonly draft: FaceDraft
}

/** Shows the faces with their replacements, and the button that sends the selection. */
export function FaceChoiceView({ task, toChoose, draft }: FaceChoiceViewProps) {
  useRaiseToasts()
  const capability = useCapability(task.capability)
  const names = taskNames(task, capability)
  const { faces, references, mode } = toChoose
  const choice = useFaceChoice(task.id, toChoose, draft)
  const { picks, change } = choice
  const useButton = useRef<HTMLButtonElement>(null)
  const stage = useFaceStage(toChoose, picks)
  useFaceKeys(toChoose, choice, useButton, stage)

  return (
    <View
      isFirst
      isStage
      label={say('Choose faces: {title}', { title: names.spoken })}
      bar={
        <FacesHeader title={names.title} aside={foundFacesText(faces.length)}>
          {stage.preview !== null && <ZoomControls stage={stage.viewport} />}
        </FacesHeader>
      }
      inspector={
        <Inspector
          label={say('Face selection')}
          bar={<span className={styles.inspectorTitle}>{mode.kind === 'faces' ? say('Face selection') : say('Input needed')}</span>}
          foot={mode.kind === 'faces' && <ChoiceFoot task={task} toChoose={toChoose} choice={choice} useButton={useButton} />}
        >
          {task.failure !== null && task.failure.errorType === null && toChoose.lastPicks.length > 0 && (
            <div className={styles.refusal}>
              <Banner tone="unknown" icon="unknown" title={failureText(task.failure).message}>
                {failureText(task.failure).advice}
              </Banner>
            </div>
          )}
          {mode.kind === 'faces' ? (
            <FaceList
              toChoose={toChoose}
              picks={picks}
              onChange={change}
              legend={faces.length > 0 && <KeysLegend faces={faces} references={references} />}
            />
          ) : (
            <FaceForm mode={mode} title={capability?.title ?? task.capability} choice={choice} />
          )}
        </Inspector>
      }
    >
      <FaceStage toChoose={toChoose} picks={picks} stage={stage} onFace={(id) => change(selectFace(picks, id, toChoose))} />
      <LiveRegion>{foundFacesText(faces.length)}</LiveRegion>
    </View>
  )
}

type ChoiceFootProps = Pick<FaceChoiceViewProps, 'task' | 'toChoose'> & {
  readonly choice: FaceChoice
  readonly useButton: RefObject<HTMLButtonElement | null>
}

function ChoiceFoot({ task, toChoose, choice: { picks, chosen, isSending, refusal, use }, useButton }: ChoiceFootProps) {
  const credits = task.credits.required ?? task.credits.estimated
  return (
    <>
      <SelectionRejection refusal={refusal} />
      <p className={styles.consequence}>
        {joinSentences(
          selectionSummaryText(picks, toChoose),
          chosen.length === 0 || credits === null ? null : say('The whole task costs {credits}.', { credits: formatCredits(credits) })
        )}
      </p>
      <Button
        ref={useButton}
        variant="go"
        size="big"
        wide
        price={credits === null ? null : formatCredits(credits)}
        busy={isSending && say('Sending…')}
        notReady={chosen.length === 0}
        onNotReady={use}
        onClick={use}
      >
        {say('Send selection')}
      </Button>
    </>
  )
}

function KeysLegend({ faces, references }: Pick<FaceSelectionData, 'faces' | 'references'>) {
  return (
    <div className={styles.keys} aria-hidden="true">
      <span>
        {faces.slice(0, 9).map(({ number }) => (
          <Kbd key={number}>{number}</Kbd>
        ))}
        {say('select face')}
      </span>
      {references.length > 1 && (
        <span>
          {references.slice(0, 6).map(({ letter }) => (
            <Kbd key={letter}>{letter}</Kbd>
          ))}
          {say('use this face')}
        </span>
      )}
      <span>
        <Kbd>{shortcutText('faces', 'leave')}</Kbd>
        {say('leave unchanged')}
      </span>
      <span>
        <Kbd>{shortcutText('faces', 'send')}</Kbd>
        {say('send')}
      </span>
    </div>
  )
}

/** Title bar of the face selection. */
export function FacesHeader({
  title,
  aside,
  children
}: {
  readonly title: string
  readonly aside?: string
  /** Controls at the end of the row. */
  readonly children?: ReactNode
}) {
  return (
    <>
      <IconButton label={say('Back')} icon="chevron-left" tooltipSide="bottom" onClick={navigateBack} />
      <div className={styles.title}>
        <h1 dir="auto" className="strong cut">
          {title}
        </h1>
        {aside !== undefined && <span className="ink-2">{aside}</span>}
      </div>
      {children !== undefined && <div className={styles.controls}>{children}</div>}
    </>
  )
}
