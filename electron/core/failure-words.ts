import type { Fault, LocalReason } from '../../shared/fault.ts'
import type { Failure } from '../../shared/task.ts'
import { assertNever } from '../../shared/assert-never.ts'
import { kept, word } from '../../shared/words/say.ts'
import type { PolicyRow } from './error-policy.ts'
import type { TaskRecord } from './task-record.ts'

/** The words for a fault, by its row of the error policy, with the evidence beside them. */
export function failureFrom(fault: Fault, row: PolicyRow, at: number): Failure {
  const words = fault.kind === 'local' ? localWords(fault.localReason ?? 'unexpected', fault.message, fault.step === 'download') : row
  return { message: words.message, advice: words.advice, ...evidenceOf(fault, at) }
}

/** What a fault itself says, whatever the words beside it. */
function evidenceOf(fault: Fault, at: number): Omit<Failure, 'message' | 'advice'> {
  const { errorType, httpStatus, requestId, details } = fault
  return {
    serviceMessage: fault.kind === 'local' || isOfProxy(fault) ? null : fault.message,
    errorType,
    httpStatus,
    requestId,
    details,
    at
  }
}

/** Its message is a code of our own, which says no more than the words. */
function isOfProxy({ obstacle }: Fault): boolean {
  return obstacle === 'proxy-password' || obstacle === 'proxy-refusal' || obstacle === 'proxy-script'
}

/**
 * The words for a refusal that answers a repeated send while an earlier one of the same key may have been taken: it tells nothing about
 * the credits, and mending and sending anew could pay twice.
 */
export function failureWhileInDoubt(fault: Fault, row: PolicyRow, mayResend: boolean, at: number): Failure {
  const isAccount = row.onSubmit.do === 'hold'
  return {
    ...failureFrom(fault, row, at),
    message: kept('It was asked for again and not taken this time. Whether the first send was taken and paid is not known yet.'),
    advice: isAccount
      ? kept('Mend the account; Kiln then finds out by itself, with the same key, so that it is never paid twice.')
      : mayResend
        ? kept('Kiln goes on finding out, with the same key, so that it is never paid twice. Do not send it anew meanwhile.')
        : kept(
            'From now on Kiln only looks for it in the recent tasks. If it isn’t there, only support can tell what became of it. Don’t start it a second time until you know.'
          )
  }
}

/** The words for an upload that did not go through: a file on its way to storage starts nothing (spec section 1.4). */
export function failureOfUpload(fault: Fault, row: PolicyRow, isFinal: boolean, at: number): Failure {
  const failure = failureFrom(fault, row, at)
  if (fault.kind === 'local' || row.onSubmit.do === 'hold') return failure
  return {
    ...failure,
    message: kept('The file could not be uploaded. Nothing was made and nothing was spent.'),
    advice: adviceOfUpload(row, isFinal)
  }
}

function adviceOfUpload({ onSubmit }: PolicyRow, isFinal: boolean): string {
  if (!isFinal) return kept('Nothing to do: the upload is tried again.')
  switch (onSubmit.do) {
    case 'once-more':
      return kept('It was tried twice. Keep your API key, and send the support bundle to the service: it has the request id.')
    case 'support':
      return kept('It is not tried again. Send the support bundle to the service: it has the request id.')
    case 'refuse':
    case 'hold':
    case 'wait':
    case 'upload-again':
    case 'reconcile':
    case 'follow-or-look':
      return kept('Read what the service said, mend it if you can, and send it again.')
    default:
      return assertNever(onSubmit)
  }
}

/** The words where a file of the submission stays of no use to the service, and uploading it anew is no way out. */
export function failureOfLastUpload({ failure, inputs }: TaskRecord): Failure | null {
  if (failure === null) return null
  const advice =
    inputs.length === 0
      ? kept('Choose the file itself instead of an address, and send it again.')
      : kept('It was uploaded again and again in vain. Send it again later; if it stays so, send the support bundle to the service.')
  return { ...failure, advice }
}

/** The words for `CREDENTIAL_STORAGE_UNAVAILABLE` the second time: stop, and keep the key. `isTaken`: the service has the task. */
export function failureOfSecondTry(fault: Fault, row: PolicyRow, isTaken: boolean, at: number): Failure {
  return {
    ...failureFrom(fault, row, at),
    message: isTaken
      ? kept(
          'The service could not reach its store of credentials, the second time too. The task itself is not touched by that, and is not sent again.'
        )
      : kept(
          'The service could not reach its store of credentials, the second time too. Whether this was taken and paid is not known, so it is not sent again.'
        ),
    advice: isTaken
      ? kept('Keep your API key. Look again later, or send the support bundle to the service: it has the request id.')
      : kept('Keep your API key. Send the support bundle to the service: it has the request id.')
  }
}

/** The words for a question about a task that the service does not answer. The task is known and may have been paid. */
export function failureOfQuery(fault: Fault, at: number): Failure {
  return {
    message: kept('The service did not answer the question how this task stands. The task itself is not touched by that.'),
    advice: kept('Nothing to do: Kiln goes on asking about the same task.'),
    ...evidenceOf(fault, at)
  }
}

/** The words for a reading that came to nothing: it spends nothing, so that there is nothing to find out about it. */
export function wordsOfReading(fault: Fault, row: PolicyRow): { readonly message: string; readonly advice: string } {
  if (fault.kind === 'local' || row.known === 'refused' || isOfProxy(fault)) return failureFrom(fault, row, 0)
  if (fault.obstacle === 'sign-in-page') {
    return {
      message: kept('Something else than the service answered: this network may want you to sign in first.'),
      advice: kept('Open a browser and sign in to the network. Kiln then looks again by itself.')
    }
  }
  const isBroken = fault.kind === 'lost' || fault.kind === 'unreadable'
  return {
    message: isBroken
      ? kept('No answer came back that can be read.')
      : kept('The service, or something behind it, is not available right now.'),
    advice: kept('Look again in a moment.')
  }
}

/** The words for a choice of faces that the service did not take. The task waits on, and was paid for or not as before. */
export function failureOfChoice(fault: Fault, row: PolicyRow, at: number): Failure {
  const isAccount = row.onSubmit.do === 'hold'
  const isUnsent = fault.kind === 'not-sent'
  return {
    ...failureFrom(fault, row, at),
    message: isUnsent
      ? kept('The choice of faces did not leave this computer. The task waits for it.')
      : row.onSubmit.do === 'wait'
        ? kept('The service did not take this choice of faces yet. The task waits for it.')
        : kept('The service did not take this choice of faces. The task waits for another one.'),
    advice: isAccount
      ? kept('Mend the account, then use the faces again.')
      : isUnsent
        ? kept('Use the faces again when the network is back.')
        : row.onSubmit.do === 'wait'
          ? kept('Wait a moment, then use the faces again: they are still marked.')
          : kept('Look at the faces and choose again.')
  }
}

/** The words for a choice after which the service wants nothing but support. */
export function failureOfChoiceForSupport(fault: Fault, row: PolicyRow, at: number): Failure {
  return {
    ...failureFrom(fault, row, at),
    message: kept('The choice of faces was sent, and the service does not know what became of it, nor of the credits.'),
    advice: kept('Nothing is sent again. Send the support bundle to the service: it has every id that they need.')
  }
}

/** The words while it is not known whether a choice of faces arrived. */
export function choiceInDoubt(fault: Fault, at: number): Failure {
  return {
    message: kept('The choice of faces was sent, and no certain answer came back.'),
    advice: kept('Nothing to do: Kiln asks how the task stands. The choice is not sent a second time.'),
    ...evidenceOf(fault, at)
  }
}

/** The words for a choice that got lost: the service has said for a while that it still waits. */
export function choiceNotTaken(at: number): Failure {
  return {
    message: kept('The choice of faces did not reach the service, which still waits for it. Nothing is lost.'),
    advice: kept('The faces that you chose are marked. Use them once more.'),
    serviceMessage: null,
    errorType: null,
    httpStatus: null,
    requestId: null,
    details: [],
    at
  }
}

/** The words for a task that the service itself could not make. */
export function failureOfService(serviceMessage: string | null, requestId: string | null, at: number): Failure {
  return {
    message: kept('The service could not make this.'),
    advice: kept('Change the values if what it said points to them, and send it again as a new task.'),
    serviceMessage,
    errorType: null,
    httpStatus: 200,
    requestId,
    details: [],
    at
  }
}

/** The words for a task that stays unknown for too long. */
export function failureOfPatience(previous: Failure | null, message: string, at: number): Failure {
  return failureWithWords(previous, {
    message,
    advice: kept('Nothing is sent again. Send the support bundle to the service: it has every id they need.'),
    at
  })
}

/** The words for a task that no entry of the recent tasks names by its key. */
export function failureOfRecognition(previous: Failure | null, at: number): Failure {
  return failureWithWords(previous, {
    message: kept('Kiln could not identify this task in the list of recent tasks. It is not known whether credits were spent.'),
    advice: kept(
      'Nothing is sent again. If a recent task may be this one, the Account page lists it. Otherwise, send the support bundle to the service: it has every id they need.'
    ),
    at
  })
}

/** New words beside the evidence of an earlier failure, if there was one. */
export function failureWithWords(previous: Failure | null, words: Pick<Failure, 'message' | 'advice' | 'at'>): Failure {
  return {
    serviceMessage: previous?.serviceMessage ?? null,
    errorType: previous?.errorType ?? null,
    httpStatus: previous?.httpStatus ?? null,
    requestId: previous?.requestId ?? null,
    details: [],
    ...words
  }
}

function localWords(reason: LocalReason, subject: string | null, isResult: boolean): { message: string; advice: string } {
  const file = subject ?? kept('A file')
  switch (reason) {
    case 'file-missing':
      return {
        message: kept('{file} is not there any more. Nothing was sent and nothing was spent.', { file }),
        advice: kept('Choose the file again and send it again.')
      }
    case 'file-changed':
      return {
        message: kept('{file} has changed since it was chosen. Nothing was sent and nothing was spent.', { file }),
        advice: kept('Choose the file again, so that you see what is sent.')
      }
    case 'file-unreadable':
      return {
        message: kept('{file} cannot be read. Nothing was sent and nothing was spent.', { file }),
        advice: kept('Look at the rights of the file, or choose another one.')
      }
    case 'upload-command-refused':
      return {
        message: kept(
          'The service asked for an upload in a way that Kiln does not run by itself: {reason} Nothing was sent and nothing was spent.',
          { reason: subject ?? kept('It gives no reason.') }
        ),
        advice: kept('Read the command. If you trust it, run it yourself and say so here; or take the task back.')
      }
    case 'disk-full':
      return {
        message: kept('The disk is full. The result is safe at the service and is fetched as soon as there is room.'),
        advice: kept('Make room on the disk of the library folder.')
      }
    case 'folder-missing':
      return {
        message: kept('The library folder is not there. The result is safe at the service and is fetched as soon as the folder is back.'),
        advice: kept('Connect its drive, or choose another folder in the settings.')
      }
    case 'folder-not-writable':
      return {
        message: kept('Kiln may not write into the library folder. The result is safe at the service and is fetched as soon as it may.'),
        advice: kept('Look at the rights of the folder or the lock of its drive, or choose another folder in the settings.')
      }
    case 'result-not-found':
      return {
        message: kept('The result cannot be read where the service said it is. Kiln asks for a fresh address.'),
        advice: kept('Nothing to do.')
      }
    case 'unexpected':
      return isResult
        ? {
            message: kept(
              'The result could not be saved on this computer: {reason}. It is safe at the service; Kiln goes on fetching it.',
              {
                reason: subject ?? noReason
              }
            ),
            advice: kept('Look at the library folder; if it stays so, choose another one in the settings.')
          }
        : {
            message: kept('This computer could not do it: {reason}. Nothing was sent and nothing was spent.', {
              reason: subject ?? noReason
            }),
            advice: kept('Send it once more; if it stays so, save the diagnostics.')
          }
    default:
      return assertNever(reason)
  }
}

const noReason = word('no reason given')
