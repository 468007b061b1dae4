import type { Words } from './error-scenario.ts'

/** Error texts that several scenarios share. */
export const uploadTriedAgain: Words = [
  'The file couldn’t be uploaded. Nothing was generated or charged.',
  'No action needed. Kiln retries the upload.'
]
export const uploadRefused: Words = [
  'The file couldn’t be uploaded. Nothing was generated or charged.',
  'Read the service’s message, fix the problem if you can, then send again.'
]
export const uploadForSupport: Words = [
  'The file couldn’t be uploaded. Nothing was generated or charged.',
  'Kiln won’t retry the upload. Send the support bundle to the service.'
]
export const notAnswered: Words = [
  'The service didn’t report this task’s status. The task isn’t affected.',
  'No action needed. Kiln keeps checking this task.'
]
export const notInRecentTasks: Words = [
  'Kiln couldn’t identify this task in the recent tasks. It’s not known whether credits were charged.',
  'Kiln won’t send this task again. The Account page lists recent tasks that may match it. If none matches, send the support bundle to the service.'
]
export const tenMinutesOfAsking: Words = [
  'The service couldn’t report this task’s status for ten minutes. It’s not known whether credits were charged.',
  'Kiln won’t send this again. Send the support bundle to the service.'
]
export const lookedForInRecentTasks: Words = [
  'The service doesn’t know yet whether this task succeeded or was charged. Kiln won’t send it again.',
  'No action needed. Kiln checks the recent tasks. If the task isn’t found, send the support bundle to the service.'
]
export const askedAbout: Words = [
  'The service doesn’t know yet whether this task succeeded or was charged. Kiln won’t send it again.',
  'No action needed. Kiln keeps checking this task. If the outcome stays unknown, send the support bundle to the service.'
]
export const supportAtOnce: Words = [
  'The service doesn’t know whether this task succeeded or was charged. Kiln won’t send it again.',
  'Send the support bundle to the service.'
]
