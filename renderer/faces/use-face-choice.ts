import { useState } from 'react'
import type { FacePick, FaceSelectionData, FaceSelectionInput } from '../../shared/task/faces.ts'
import { joinSentences } from '../../shared/i18n/join.ts'
import { say } from '../../shared/i18n/say.ts'
import { request } from '../bridge/kiln.ts'
import { openTask } from '../navigation/open-task.ts'
import { useAnnounce } from '../ui/live-region.tsx'
import { type FaceDraft, deleteFaceDraft, saveFaceDraft } from './face-draft.ts'
import { initialPicks, orderedPicks, type FacePickState } from './face-pick-state.ts'
import { faceReplacementText, selectionSummaryText } from './face-text.ts'

export type FaceChoice = {
  readonly picks: FacePickState
  /** The picks to send, in the order of the faces. */
  readonly chosen: readonly FacePick[]
  /** Typed texts by field name, if the selection is made in a form. */
  readonly typed: FaceDraft['typed']
  readonly isSending: boolean
  /** Why the last attempt to send failed. Null before the first attempt, and after a change. */
  readonly refusal: string | null
  readonly change: (next: FacePickState) => void
  readonly type: (name: string, text: string) => void
  readonly send: (choice: FaceSelectionInput) => Promise<void>
  /** Sends the picks. If nothing is picked, announces what is missing. */
  readonly use: () => void
}

/** The selection that the user makes for a task. Every change is saved as a draft. */
export function useFaceChoice(taskId: string, toChoose: FaceSelectionData, draft: FaceDraft): FaceChoice {
  const announce = useAnnounce()
  const [picks, setPicks] = useState(() => initialPicks(toChoose, draft.picks))
  const [typed, setTyped] = useState(draft.typed)
  const [isSending, setIsSending] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const { faces } = toChoose
  const chosen = orderedPicks(picks, faces)

  function change(next: FacePickState): void {
    setRefusal(null)
    setPicks(next)
    saveFaceDraft(taskId, { picks: orderedPicks(next, faces), typed })
    const changed = faces.find(({ id }) => next.given.get(id) !== picks.given.get(id))
    const current = faces.find(({ id }) => id === next.current)
    if (changed !== undefined)
      announce(say('Face {number} {changed}', { number: changed.number, changed: faceReplacementText(changed, next, toChoose) }))
    else if (current !== undefined && next.current !== picks.current)
      announce(say('Face {number}, {current}', { number: current.number, current: faceReplacementText(current, next, toChoose) }))
  }

  function type(name: string, text: string): void {
    const next = { ...typed, [name]: text }
    setTyped(next)
    saveFaceDraft(taskId, { picks: orderedPicks(picks, faces), typed: next })
  }

  async function send(choice: FaceSelectionInput): Promise<void> {
    if (isSending) return
    setIsSending(true)
    const outcome = await request('faces.choose', { id: taskId, choice })
    setIsSending(false)
    if (outcome.ok) {
      deleteFaceDraft(taskId)
      return openTask(taskId)
    }
    setRefusal(joinSentences(outcome.message, outcome.advice))
  }
  const use = (): void => {
    if (chosen.length > 0) void send({ kind: 'faces', picks: chosen })
    else announce(selectionSummaryText(picks, toChoose))
  }

  return { picks, chosen, typed, isSending, refusal, change, type, send, use }
}
