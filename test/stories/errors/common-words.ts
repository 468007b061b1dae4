import type { Words } from './error-story.ts'

/** Words that several errors share. */
export const uploadTriedAgain: Words = [
  'The file could not be uploaded. Nothing was made and nothing was spent.',
  'Nothing to do: the upload is tried again.'
]
export const uploadRefused: Words = [
  'The file could not be uploaded. Nothing was made and nothing was spent.',
  'Read what the service said, mend it if you can, and send it again.'
]
export const uploadForSupport: Words = [
  'The file could not be uploaded. Nothing was made and nothing was spent.',
  'It is not tried again. Send the support bundle to the service: it has the request id.'
]
export const notAnswered: Words = [
  'The service did not answer the question how this task stands. The task itself is not touched by that.',
  'Nothing to do: Kiln goes on asking about the same task.'
]
export const notInRecentTasks: Words = [
  'Kiln could not identify this task in the list of recent tasks. It is not known whether credits were spent.',
  'Nothing is sent again. If a recent task may be this one, the Account page lists it. Otherwise, send the support bundle to the service: it has every id they need.'
]
export const tenMinutesOfAsking: Words = [
  'For ten minutes the service could not tell how this task stands. Whether credits were spent is not known.',
  'Nothing is sent again. Send the support bundle to the service: it has every id they need.'
]
export const lookedForInRecentTasks: Words = [
  'The service does not know yet what became of this, nor of its credits. It will not be sent again.',
  'Nothing to do: Kiln looks in the recent tasks. If nothing shows up, the support bundle has all that support needs.'
]
export const askedAbout: Words = [
  'The service does not know yet what became of this, nor of its credits. It will not be sent again.',
  'Nothing to do: Kiln asks about the same task. If it stays so, the support bundle has all that support needs.'
]
export const supportAtOnce: Words = [
  'The service does not know what became of this, nor of its credits. It will not be sent again.',
  'Send the support bundle to the service: it has what they ask for, such as the idempotency key and the business id.'
]
