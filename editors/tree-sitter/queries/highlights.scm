(line_comment) @comment
(block_comment) @comment
(label name: (_) @label)
(directive name: (_) @keyword.directive)
(instruction mnemonic: (_) @function)
(assignment name: (_) @constant)
(register) @variable.builtin
(number) @number
(string) @string
(parameter) @variable.parameter
(operator) @operator
