import type { Fault, LocalReason } from '../../shared/fault.ts'
import type { Failure } from '../../shared/task.ts'
import { assertNever } from '../../shared/assert-never.ts'
import type { PolicyRow } from './error-policy.ts'

/** The words for a fault, by its row of the error policy, with the evidence beside them. */
export function failureFrom(fault: Fault, row: PolicyRow, at: number): Failure {
  const words = fault.kind === 'local' ? localWords(fault.localReason ?? 'unexpected', fault.message) : row
  return {
    message: words.message,
    advice: words.advice,
    serviceMessage: fault.kind === 'local' ? null : fault.message,
    errorType: fault.errorType,
    httpStatus: fault.httpStatus,
    requestId: fault.requestId,
    details: fault.details,
    at
  }
}

/**
 * The words for a refusal that answers a repeated send while an earlier one of the same key may have been taken: it tells nothing about
 * the credits, and mending and sending anew could pay twice.
 */
export function failureWhileInDoubt(fault: Fault, row: PolicyRow, at: number): Failure {
  const isAccount = row.onSubmit.do === 'hold'
  return {
    ...failureFrom(fault, row, at),
    message: 'It was asked for again and not taken this time. Whether the first send was taken and paid is not known yet.',
    advice: isAccount
      ? 'Mend the account; Kiln then finds out by itself, with the same key, so that it is never paid twice.'
      : 'Kiln goes on finding out, with the same key, so that it is never paid twice. Do not send it anew meanwhile.'
  }
}

/** The words for an upload that did not go through: a file on its way to storage starts nothing (spec section 1.4). */
export function failureOfUpload(fault: Fault, row: PolicyRow, isFinal: boolean, at: number): Failure {
  const failure = failureFrom(fault, row, at)
  if (fault.kind === 'local' || row.onSubmit.do === 'hold') return failure
  return {
    ...failure,
    message: 'The file could not be uploaded. Nothing was made and nothing was spent.',
    advice: isFinal ? 'Read what the service said, mend it if you can, and send it again.' : 'Nothing to do: the upload is tried again.'
  }
}

/** The words for a question about a task that the service refuses to answer. The task is known and may have been paid. */
export function failureOfQuery(fault: Fault, at: number): Failure {
  return {
    message: 'The service did not answer the question how this task stands. The task itself is not touched by that.',
    advice: 'Nothing to do: Kiln goes on asking about the same task.',
    serviceMessage: fault.kind === 'local' ? null : fault.message,
    errorType: fault.errorType,
    httpStatus: fault.httpStatus,
    requestId: fault.requestId,
    details: fault.details,
    at
  }
}

/** The words for a task that the service itself could not make. */
export function failureOfService(serviceMessage: string | null, requestId: string | null, at: number): Failure {
  return {
    message: 'The service could not make this.',
    advice: 'Change the values if what it said points to them, and send it again as a new task.',
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
  return {
    message,
    advice: 'Nothing is sent again. Send the support bundle to the service: it has every id they need.',
    serviceMessage: previous?.serviceMessage ?? null,
    errorType: previous?.errorType ?? null,
    httpStatus: previous?.httpStatus ?? null,
    requestId: previous?.requestId ?? null,
    details: [],
    at
  }
}

function localWords(reason: LocalReason, subject: string | null): { message: string; advice: string } {
  const file = subject ?? 'A file'
  switch (reason) {
    case 'file-missing':
      return {
        message: `${file} is not there any more. Nothing was sent and nothing was spent.`,
        advice: 'Choose the file again and send it again.'
      }
    case 'file-changed':
      return {
        message: `${file} has changed since it was chosen. Nothing was sent and nothing was spent.`,
        advice: 'Choose the file again, so that you see what is sent.'
      }
    case 'file-unreadable':
      return {
        message: `${file} cannot be read. Nothing was sent and nothing was spent.`,
        advice: 'Look at the rights of the file, or choose another one.'
      }
    case 'upload-command-refused':
      return {
        message: `The service asked for an upload in a way that Kiln does not run by itself: ${subject ?? 'no reason given'}. Nothing was sent and nothing was spent.`,
        advice: 'Read the command. If you trust it, run it yourself and say so here; or take the task back.'
      }
    case 'disk-full':
      return {
        message: 'The disk is full. The result is safe at the service and is fetched as soon as there is room.',
        advice: 'Make room on the disk of the library folder.'
      }
    case 'folder-missing':
      return {
        message: 'The library folder is not there. The result is safe at the service and is fetched as soon as the folder is back.',
        advice: 'Connect its drive, or choose another folder in the settings.'
      }
    case 'result-not-found':
      return { message: 'The result cannot be read where the service said it is. Kiln asks for a fresh address.', advice: 'Nothing to do.' }
    case 'unexpected':
      return {
        message: `This computer could not do it: ${subject ?? 'no reason given'}.`,
        advice: 'Try again; if it stays so, save the diagnostics.'
      }
    default:
      return assertNever(reason)
  }
}
