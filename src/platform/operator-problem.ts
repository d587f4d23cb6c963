/** Something at start that the operator can put right. Its message is one line that says what to do. */
export class OperatorProblem extends Error {}
