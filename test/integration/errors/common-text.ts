import type { ErrorTexts } from './error-scenario.ts'

/** Error texts that several scenarios share. */
export const uploadRetriedText: ErrorTexts = [
  'The file couldn’t be uploaded. Nothing was generated or charged.',
  'No action needed. Kiln retries the upload.'
]
export const uploadRejectedText: ErrorTexts = [
  'The file couldn’t be uploaded. Nothing was generated or charged.',
  'Read the service’s message, fix the problem if you can, then send again.'
]
export const uploadSupportText: ErrorTexts = [
  'The file couldn’t be uploaded. Nothing was generated or charged.',
  'Kiln won’t retry the upload. Send the support bundle to the service.'
]
export const statusUnavailableText: ErrorTexts = [
  'The service didn’t report this task’s status. The task isn’t affected.',
  'No action needed. Kiln keeps checking this task.'
]
export const notInRecentTasksText: ErrorTexts = [
  'Kiln couldn’t identify this task in the service’s recent tasks. It’s not known whether credits were charged.',
  'Kiln won’t send this task again. The Account page lists recent tasks that may match it. If none matches, send the support bundle to the service.'
]
export const statusTimeoutText: ErrorTexts = [
  'The service couldn’t report this task’s status for ten minutes. It’s not known whether credits were charged.',
  'Kiln won’t send this task again. Send the support bundle to the service.'
]
export const searchingRecentTasksText: ErrorTexts = [
  'The service doesn’t know yet whether this task succeeded or was charged. Kiln won’t send it again.',
  'No action needed. Kiln checks the recent tasks. If the task isn’t found, send the support bundle to the service.'
]
export const checkingStatusText: ErrorTexts = [
  'The service doesn’t know yet whether this task succeeded or was charged. Kiln won’t send it again.',
  'No action needed. Kiln keeps checking this task. If the outcome stays unknown, send the support bundle to the service.'
]
export const unknownOutcomeSupportText: ErrorTexts = [
  'The service doesn’t know whether this task succeeded or was charged. Kiln won’t send it again.',
  'Send the support bundle to the service.'
]
