// SPDX-License-Identifier: Apache-2.0
package io.orrery.script;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Request and response as a script sees them, and the names it finds around itself.
class ContextApiTest {

  /// What a post-trigger answers by this expression.
  private static String answer(String expression) {
    String body =
        """
        function () {
          var context = getContext();
          var request = context.getRequest();
          var response = context.getResponse();
          response.setBody(%s);
        }
        """
            .formatted(expression);
    ScriptCall call =
        new ScriptCall(Sandbox.script(body), "[]", "Replace", "{\"id\":\"a\"}", "{\"n\":1}");
    return String.valueOf(
        Sandbox.SCRIPTS.run(call, new MemoryHost(), ScriptLog.ignored()).response());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "context.getRequest() === context.getRequest()|true",
        "context.getCollection() === __|true",
        "__.request === request && __.response === response|true",
        "request.getBody()|{\"id\":\"a\"}",
        "response.getBody()|{\"n\":1}",
        "[request.getOperationType(), response.getOperationType()]|[\"Replace\",\"Replace\"]",
        "(request.setValue('x', 1), [request.getValue('x'), typeof request.getValue('y')])|[1,\"undefined\"]",
        "(request.appendValue('x', 'a'), request.appendValue('x', 'b'), request.getValue('x'))|\"ab\"",
        "(response.setValue('x', 'a'), response.appendValue('x', 2), response.getValue('x'))|\"a2\"",
        "(request.setValue('x', 1), typeof response.getValue('x'))|\"undefined\"",
        "response.getMaxResponseSize()|100000",
        "__.getSelfLink()|\"dbs/d/colls/c\"",
        "__.getAltLink()|\"dbs/database/colls/container\"",
      })
  void whatIsAsked(String expression, String answer) {
    assertThat(answer(expression)).isEqualTo(answer);
  }

  @Test
  void bodiesAreAppendedTo() {
    String body =
        """
        function () {
          __.response.appendBody('one');
          __.response.appendBody({ two: 2 });
          __.response.appendBody(3);
        }
        """;
    assertThat(Sandbox.run(body)).isEqualTo("\"one{\\\"two\\\":2}3\"");
  }

  @Test
  void errorsHaveNames() {
    String body =
        """
        function () {
          __.response.setBody([
            ErrorCodes.BAD_REQUEST, ErrorCodes.FORBIDDEN, ErrorCodes.NOT_FOUND, ErrorCodes.CONFLICT,
            ErrorCodes.PRECONDITION_FAILED, ErrorCodes.REQUEST_ENTITY_TOO_LARGE,
            ErrorCodes.RETRY_WITH, ErrorCodes.INTERNAL_SERVER_ERROR
          ]);
        }
        """;
    assertThat(Sandbox.run(body)).isEqualTo("[400,403,404,409,412,413,449,500]");
  }
}
