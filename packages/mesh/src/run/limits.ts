/** What a skill folder may hold. */
export const FOLDER_FILES_MAX = 1_000
export const FOLDER_BYTES_MAX = 16 * 1024 * 1024
/** Standard output of a process: its result. */
export const OUTPUT_BYTES_MAX = 1024 * 1024
/** Standard error of a process: the end of it is told when it fails. */
export const COMPLAINT_BYTES_MAX = 4_096
/** Body of an answer a script fetches. */
export const FETCHED_CHARACTERS_MAX = 512 * 1024
