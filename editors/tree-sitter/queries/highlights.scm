(line_comment) @comment
(block_comment) @comment
(label name: (_) @label)
(directive name: (_) @keyword.directive)
(metadata name: (_) @keyword.directive)
(yaml) @string.special
(instruction mnemonic: (_) @function)
(assignment name: (_) @constant)
(register) @variable.builtin
(number) @number
(string) @string
(character) @string
(parameter) @variable.parameter
(operator) @operator
