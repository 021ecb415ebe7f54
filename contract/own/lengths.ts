// How long what a pilot writes may be, without the schemas: the dashboard loads none.

export const MAX_TITLE_LENGTH = 100
export const MAX_NOTES_LENGTH = 5000
export const MAX_GLIDER_NAME_LENGTH = 100
export const MAX_TAKEOFF_NAME_LENGTH = 100
