/** A startup problem that the operator can fix. Its message is one line that says how. */
export class OperatorProblem extends Error {}
