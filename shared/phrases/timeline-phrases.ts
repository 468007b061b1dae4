import { joinSentences } from '../i18n/join.ts'
import { say } from '../i18n/say.ts'
import type { TimelineDetail, TimelineNextStep, TimelineParams, TimelineStep } from '../task/timeline.ts'
import type { CodeWithParams } from '../coded.ts'
import { phraseOf, type Phrases } from './phrases.ts'

/** Returns the sentences for a timeline entry, in the active language. */
export function timelineText(step: TimelineStep): string {
  return phraseOf(timelinePhrases, step)
}

export function timelineDetailText(detail: TimelineDetail): string {
  return phraseOf(detailPhrases, detail as CodeWithParams<DetailParams>)
}

const timelinePhrases: Phrases<TimelineParams> = {
  'task-saved': () => say('Task saved on this computer before sending.'),
  restored: () => say('Kiln’s data was restored from a backup or copied to another place. Kiln checks whether the task was already sent.'),
  'created-elsewhere': () => say('Created elsewhere with this account. Added from the recent tasks.'),
  'closed-while-sending': () => say('Kiln was closed while sending the task. Checking whether it arrived.'),
  resumed: () => say('Kiln restarted and resumed.'),
  'uploading-files': () => say('Uploading the files.'),
  'upload-failed': (failed) => afterFault(say('The upload failed.'), failed),
  'upload-command-rejected': () => say('The service sent an upload command that Kiln doesn’t run automatically. It needs your review.'),
  'files-uploaded': () => say('Files uploaded.'),
  'upload-confirmed': () => say('You confirmed that you ran the upload command.'),
  sent: () => say('Sent to the service.'),
  'too-old-to-resend': () => say('This task is too old to resend with the same idempotency key. Checking the recent tasks instead.'),
  accepted: ({ detail, note }) => joinSentences(say('The service accepted the task.'), detail === null ? note : timelineDetailText(detail)),
  'not-sent': (failed) => afterFault(say('Not sent.'), failed),
  'no-response': (failed) => afterFault(say('No response.'), failed),
  rejected: (failed) => afterFault(say('The service rejected the task.'), failed),
  inconclusive: (failed) => afterFault(say('The response was inconclusive.'), failed),
  'found-in-recent-tasks': () => say('Found in the service’s recent tasks.'),
  'resending-after-search': () => say('Not in the recent tasks. Sending again with the same idempotency key and content.'),
  'not-in-recent-tasks': () => say('Not in the recent tasks.'),
  'recent-tasks-unread': (failed) => afterFault(say('Kiln couldn’t read the service’s recent tasks.'), failed),
  'status-unread': (failed) => afterFault(say('Kiln couldn’t check this task’s status.'), failed),
  'faces-selected': () => say('You selected the faces. The selection was saved and sent once.'),
  'faces-accepted': () => say('The face selection was accepted.'),
  'faces-rejected': ({ note }) => withNote(say('The face selection was rejected.'), note),
  'faces-inconclusive': ({ note, isForSupport }) =>
    joinSentences(
      withNote(say('The response to the face selection was inconclusive.'), note),
      isForSupport ? say('Contact support.') : say('Checking the task’s status. The selection won’t be sent again.')
    ),
  'result-saved': ({ fileName }) =>
    fileName === null ? say('Result saved on this computer.') : say('Result saved on this computer: {note}', { note: fileName }),
  'disk-full': () => say('The disk was full. The result stays with the service until there’s space.'),
  'folder-missing': () => say('The library folder couldn’t be found. The result stays with the service until the folder is back.'),
  'folder-not-writable': () =>
    say('Kiln couldn’t write to the library folder. The result stays with the service until the folder is writable.'),
  'result-not-saved': () => say('The result couldn’t be saved on this computer. It stays with the service, and Kiln retries.'),
  'download-interrupted': ({ note }) => withNote(say('The download was interrupted and will resume automatically.'), note),
  'duplicate-download': () => say('This download was a duplicate of another result. Trying the next address.'),
  'downloading-again': () => say('A result file was missing from this computer. Downloading it again at no cost.'),
  'folder-changed': () => say('Kiln can’t write to the previous library folder. Saving to the current one instead.'),
  'on-hold': () => say('On hold because of an account problem.'),
  'account-fixed': () => say('The account problem is fixed. Resuming with the same idempotency key.'),
  'waiting-for-confirmation': ({ detail, note }) =>
    detail === null ? (note ?? say('Not sent yet. Waiting for your confirmation.')) : timelineDetailText(detail),
  'price-approved': () => say('You approved the new price. Resuming with the same idempotency key.'),
  'copy-approved': () => say('You chose to send the task although it may have been sent already.'),
  'question-resolved': () => say('The problem has been resolved. Checking again.'),
  cancelled: ({ detail, note }) => (detail === null ? (note ?? say('Cancelled before anything was sent.')) : timelineDetailText(detail)),
  'cancellation-undone': () => say('The cancellation was undone.'),
  'checked-by-user': () => say('You checked again.'),
  'checked-by-kiln': () => say('Kiln checked again.'),
  hidden: () => say('Hidden from the queue.'),
  unhidden: () => say('Shown in the queue again.'),
  'failed-at-service': ({ note }) =>
    note === null
      ? say('The service couldn’t generate the result.')
      : say('The service couldn’t generate the result. Message from the service: {note}', { note }),
  finished: () => say('The service finished. Kiln started downloading the result.'),
  'files-not-downloadable': () => say('The service reports the task as done, but its files can’t be downloaded.'),
  'waiting-for-faces': () => say('Waiting for you to choose faces.'),
  running: () => say('The task is running.'),
  'service-status': ({ status }) => say('Service status: “{note}”.', { note: status }),
  refunded: () => say('The service refunded the credits.'),
  'no-credits-charged': () => say('The service says no credits were charged.'),
  'not-refunded-yet': () => say('The credits haven’t been refunded yet.'),
  'credits-unknown': () => say('It’s not yet known whether credits were charged or refunded.')
}

type DetailParams = { readonly [Detail in TimelineDetail as Detail['code']]: Detail['params'] }
const detailPhrases: Phrases<DetailParams> = {
  'charged-later': () => say('Credits will be charged later.'),
  'not-charged-yet': () => say('Nothing charged yet.'),
  charged: ({ consumed }) => say('{consumed} {consumed, plural, one {credit} other {credits}} charged.', { consumed }),
  'price-unknown': ({ before }) =>
    say(
      'Not sent. The price was {before, plural, one {# credit} other {# credits}} when this task was queued. The current price isn’t known.',
      { before }
    ),
  'price-changed': ({ before, now }) =>
    say(
      'Not sent. The price was {before, plural, one {# credit} other {# credits}} when this task was queued. The current price is {now, plural, one {# credit} other {# credits}}.',
      { before, now }
    ),
  'over-daily-limit': ({ limit }) =>
    say('Not sent. This task would exceed your daily limit of {limit, plural, one {# credit} other {# credits}}.', { limit }),
  'not-sent-because-of-copy': () => say('Not sent. Another copy of Kiln may already have sent this task.'),
  'cancelled-despite-copy': () => say('Cancelled. Another copy of Kiln may already have sent this task.')
}

const nextStepPhrases: Readonly<Record<TimelineNextStep, () => string>> = {
  'on-hold': () => say('On hold until the account problem is fixed.'),
  'nothing-charged': () => say('Nothing was charged.'),
  'contact-support': () => say('Contact support.'),
  'check-recent-tasks': () => say('Checking the service’s recent tasks.'),
  'check-status': () => say('Checking the task’s status.'),
  'check-status-again': () => say('Checking the task’s status again.'),
  'wait-for-network': () => say('Waiting for the network.'),
  'send-again': () => say('Sending again with the same idempotency key.'),
  'upload-again': () => say('Uploading the files again.'),
  retry: () => say('Retrying.')
}

function afterFault(what: string, { note, next }: { readonly note: string | null; readonly next: TimelineNextStep | null }): string {
  return joinSentences(withNote(what, note), next === null ? null : nextStepPhrases[next]())
}

/** Adds `note` to a sentence. An error code (one word) is added in brackets. A message from the service becomes a second sentence. */
function withNote(sentence: string, note: string | null): string {
  if (note === null) return sentence
  if (!note.includes(' ')) return say('{sentence} ({note}).', { sentence: sentence.slice(0, -1), note })
  return joinSentences(sentence, say('Message from the service: {note}', { note: note.endsWith('.') ? note : `${note}.` }))
}
