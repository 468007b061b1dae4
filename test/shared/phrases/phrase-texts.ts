import { failureText, type FailureText } from '../../../shared/phrases/failure-phrases.ts'
import { findingText } from '../../../shared/phrases/reconciliation-phrases.ts'
import { timelineText } from '../../../shared/phrases/timeline-phrases.ts'
import type { Failure } from '../../../shared/task/failure.ts'
import type { Reconciliation } from '../../../shared/task/reconciliation.ts'
import type { TimelineStep } from '../../../shared/task/timeline.ts'

/** Returns a failure's sentences. Empty if there is no failure. */
export function failureSentences(failure: Failure | null | undefined): Partial<FailureText> {
  return failure ? failureText(failure) : {}
}

/** Returns a failure's message and advice. Both are undefined if there is no failure. */
export function failureMessageAndAdvice(failure: Failure | null | undefined): readonly (string | undefined)[] {
  const { message, advice } = failureSentences(failure)
  return [message, advice]
}

/** Returns a report's sentences, or undefined if there is no report. */
export function reportSentences(report: Reconciliation | null): readonly string[] | undefined {
  return report?.findings.map(findingText)
}

/** Returns a timeline's texts, in order. */
export function timelineTexts(timeline: readonly TimelineStep[]): readonly string[] {
  return timeline.map(timelineText)
}
